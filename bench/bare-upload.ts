// The baseline of uploads: a server that writes the body to a file and makes it durable, and nothing else.
import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

const path = join(process.env.OG_DATA_DIR ?? '.', 'bare')

createServer(async (request, response) => {
  await pipeline(request, createWriteStream(path))
  const file = await open(path, 'r+')
  await file.datasync()
  await file.close()
  response.writeHead(204).end()
}).listen(Number(process.env.PORT), '127.0.0.1', () => console.log('ready'))
