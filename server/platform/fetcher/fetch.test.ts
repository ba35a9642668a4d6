import { createServer as createTcp } from 'node:net'
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startSite } from '#server/testing/site.ts'
import { type FetchOptions, openFetcher } from './fetch.ts'
import { type Lookup, openGuard } from './guard.ts'

const html = { 'content-type': 'text/html; charset=utf-8' }

function fetcherWith(options: { allow?: string[]; lookup?: Lookup } = {}) {
  const guard = openGuard({ allow: options.allow ?? ['127.0.0.0/8'], lookup: options.lookup })
  const fetcher = openFetcher(guard, { agentName: 'OgGroupMonitor/test', connectMs: 2_000 })
  onTestFinished(() => fetcher.close())
  return fetcher
}

const get = (url: string, options?: FetchOptions) => fetcherWith().fetchPage(url, options)

describe('a page', () => {
  test('comes with its bytes, headers, hops and times', async () => {
    const site = await startSite((request, response) => {
      if (request.url === '/old') return response.writeHead(302, { location: '/new#part' }).end()
      response.writeHead(200, { ...html, ETag: '"1"', 'Set-Cookie': ['a=1', 'b=2'] }).end(request.headers['user-agent'])
    })
    const page = await get(`${site.origin}/old`)
    expect(page).toMatchObject({
      ok: true,
      status: 200,
      url: `${site.origin}/new`,
      notModified: false,
      isTruncated: false,
    })
    if (!page.ok) return
    expect(page.body.toString()).toBe('OgGroupMonitor/test')
    expect(page.hops).toEqual([{ url: `${site.origin}/old`, status: 302, location: '/new#part' }])
    expect(page.headers.etag).toBe('"1"')
    expect(page.rawHeaders.filter(([name]) => name === 'Set-Cookie')).toHaveLength(2)
    expect(page.bytesOnWire).toBe(19)
  })

  test('is requested with the validators of its own address only, and may be unchanged', async () => {
    const site = await startSite((request, response) => {
      if (request.url === '/moved') return response.writeHead(301, { location: '/page' }).end()
      response.writeHead(request.headers['if-none-match'] === '"7"' ? 304 : 200, html).end()
    })
    const since = { etag: '"7"', lastModified: null }
    expect(await get(`${site.origin}/page`, { since })).toMatchObject({ ok: true, notModified: true, status: 304 })
    // The validators of an address do not apply to the one it redirects to.
    expect(await get(`${site.origin}/moved`, { since })).toMatchObject({ ok: true, notModified: false })
  })

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
    ['gzip, br', (text: string) => brotliCompressSync(gzipSync(text))],
    ['utf-8', (text: string) => Buffer.from(text)],
    ['gzip', (text: string) => Buffer.from(text)],
  ])('sent as %s is unpacked', async (coding, pack) => {
    const text = '你好 '.repeat(1000)
    const site = await startSite((_, response) =>
      response.writeHead(200, { ...html, 'content-encoding': coding }).end(pack(text)),
    )
    const page = await get(site.origin)
    expect(page.ok && page.body.toString()).toBe(text)
  })

  test('in an unknown coding, or with a broken one, is a fault', async () => {
    const site = await startSite((request, response) => {
      const coding = request.url === '/lzw' ? 'compress' : 'br'
      response.writeHead(200, { ...html, 'content-encoding': coding }).end('not it')
    })
    expect(await get(`${site.origin}/lzw`)).toMatchObject({ ok: false, reason: 'bad_encoding', detail: 'compress' })
    expect(await get(`${site.origin}/br`)).toMatchObject({ ok: false, reason: 'bad_encoding' })
  })

  test('cut off in the middle is returned and marked as truncated', async () => {
    const packed = gzipSync(Buffer.from(Array.from({ length: 20_000 }, (_, n) => `line ${n * 7919}`).join('\n')))
    const site = await startSite((request, response) => {
      const coding = request.url === '/gzip' ? { 'content-encoding': 'gzip' } : {}
      response.writeHead(200, { ...html, ...coding, 'content-length': 100_000 })
      response.write(request.url === '/gzip' ? packed.subarray(0, 20_000) : 'a part', () => response.destroy())
    })
    const plain = await get(site.origin)
    expect(plain).toMatchObject({ ok: true, isTruncated: true })
    expect(plain.ok && plain.body.toString()).toBe('a part')
    const gzip = await get(`${site.origin}/gzip`)
    expect(gzip).toMatchObject({ ok: true, isTruncated: true })
    expect(gzip.ok && gzip.body.toString()).toMatch(/^line 0\nline 7919\n/)
  })

  test('of an unwanted type is not read', async () => {
    const site = await startSite((_, response) => response.writeHead(200, { 'content-type': 'video/mp4' }).end('x'))
    const acceptsType = (type: string) => type === 'text/html'
    expect(await get(site.origin, { acceptsType })).toMatchObject({
      ok: false,
      reason: 'content_type',
      detail: 'video/mp4',
    })
  })

  test('that sets a cookie and redirects to the same address is reached', async () => {
    const site = await startSite((request, response) => {
      if (request.headers.cookie === 'seen=1') return response.writeHead(200, html).end('in')
      response.writeHead(302, { location: '/', 'set-cookie': 'seen=1; Path=/' }).end()
    })
    expect(await get(site.origin)).toMatchObject({ ok: true, status: 200 })
  })

  test('is requested once more when its idle connection was closed meanwhile', async () => {
    let count = 0
    const server = createTcp(socket => {
      socket.on('error', () => {})
      socket.on('data', () => {
        count++
        if (count === 2) return socket.destroy()
        socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nok')
      })
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const fetcher = fetcherWith()
    const url = `http://127.0.0.1:${(server.address() as { port: number }).port}/`
    expect(await fetcher.fetchPage(url)).toMatchObject({ ok: true })
    expect(await fetcher.fetchPage(url)).toMatchObject({ ok: true })
    expect(count).toBe(3)
  })
})

describe('a redirect', () => {
  test.each([
    'http://127.0.0.1:9/secret',
    'http://2130706433/',
    'http://0177.0.0.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:a9fe:a9fe]/latest/meta-data',
    'http://169.254.169.254/latest/meta-data',
    'http://10.0.0.1/',
    'http://192.168.0.1/',
    'http://[64:ff9b::7f00:1]/',
    '//localhost/',
  ])('to %s is refused', async location => {
    const site = await startSite((_, response) => response.writeHead(302, { location }).end(), '127.0.7.1')
    const lookup = async () => ['127.0.0.1']
    const page = await fetcherWith({ allow: ['127.0.7.0/24'], lookup }).fetchPage(site.origin)
    expect(page).toMatchObject({ ok: false, reason: 'refused_address' })
    expect(page.hops).toHaveLength(1)
  })

  test.each([
    ['file:///etc/passwd', 'bad_url'],
    ['http://a:b@127.0.0.1/', 'bad_url'],
    ['http://127.0.0.1:25/', 'refused_address'],
    ['http://[broken/', 'bad_url'],
  ])('to %s ends with %s', async (location, reason) => {
    const site = await startSite((_, response) => response.writeHead(301, { location }).end())
    expect(await get(site.origin)).toMatchObject({ ok: false, reason })
  })

  test('is followed ten times, not twenty', async () => {
    const site = await startSite((request, response) => {
      const left = Number(request.url?.slice(1))
      if (left === 0) return response.writeHead(200, html).end('done')
      response.writeHead(302, { location: `/${left - 1}` }).end('moved')
    })
    expect(await get(`${site.origin}/10`)).toMatchObject({ ok: true, status: 200 })
    expect(await get(`${site.origin}/20`)).toMatchObject({ ok: false, reason: 'too_many_redirects' })
  })

  test('is checked by the caller before each hop', async () => {
    const site = await startSite((_, response) => response.writeHead(302, { location: '/private/x' }).end())
    const seen: string[] = []
    const page = await get(`${site.origin}/a`, {
      mayVisit: url => {
        seen.push(url.pathname)
        return url.pathname.startsWith('/private/') ? { reason: 'refused_rule', detail: '/private/*' } : null
      },
    })
    expect(page).toMatchObject({ ok: false, reason: 'refused_rule', detail: '/private/*' })
    expect(seen).toEqual(['/a', '/private/x'])
    expect(site.requests).toEqual(['/a'])
  })

  test('in bytes of another encoding reaches the address that they encode', async () => {
    // The character 中 in GBK.
    const site = await startSite((request, response) => {
      if (request.url !== '/') return response.writeHead(200, html).end()
      response.writeHead(302, { location: '/\u00d6\u00d0' }).end()
    })
    expect(await get(site.origin)).toMatchObject({ ok: true, url: `${site.origin}/%D6%D0` })
  })
})

describe('a name', () => {
  test('that resolves to a private address is refused, and nothing is sent', async () => {
    const site = await startSite((_, response) => response.end(), '127.0.7.1')
    const page = await fetcherWith({ allow: [], lookup: async () => ['127.0.7.1'] }).fetchPage(
      `http://inside.test:${site.port}/`,
    )
    expect(page).toMatchObject({ ok: false, reason: 'refused_address', detail: 'inside.test is 127.0.7.1' })
    expect(site.requests).toEqual([])
  })

  test('that changes between two look-ups leads to the address of the one look-up', async () => {
    const port = await freePort()
    const open = await startSiteOn(port, '127.0.7.1')
    const inside = await startSiteOn(port, '127.0.0.1')
    let requested = 0
    const lookup = async () => (requested++ === 0 ? ['127.0.7.1'] : ['127.0.0.1'])
    const fetcher = fetcherWith({ allow: ['127.0.7.0/24'], lookup })
    expect(await fetcher.fetchPage(`http://changing.test:${port}/`)).toMatchObject({ ok: true })
    expect(requested).toBe(1)
    open.drop()
    // The idle connection is closed: the next lookup returns an internal address, which is refused.
    expect(await fetcher.fetchPage(`http://changing.test:${port}/`)).toMatchObject({ reason: 'refused_address' })
    expect(inside.count()).toBe(0)
  })

  test('that is unknown is a fault of the name', async () => {
    const lookup = async () => {
      throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })
    }
    expect(await fetcherWith({ lookup }).fetchPage('http://nowhere.test/')).toMatchObject({ ok: false, reason: 'dns' })
  })

  test('whose first address is dead is reached by its second', async () => {
    const site = await startSite((_, response) => response.writeHead(200, html).end('here'), '127.0.7.1')
    const lookup = async () => ['127.0.7.9', '127.0.7.1']
    expect(await fetcherWith({ lookup }).fetchPage(`http://two.test:${site.port}/`)).toMatchObject({ ok: true })
  })
})

describe('a hostile site', () => {
  test('with an endless body is cut at the limit', async () => {
    const site = await startSite((_, response) => {
      response.writeHead(200, html)
      const chunk = 'x'.repeat(65_536)
      const more = () => {
        if (response.writable) while (response.write(chunk));
      }
      response.on('drain', more)
      more()
    })
    expect(await get(site.origin, { maxBytes: 300_000 })).toMatchObject({ ok: false, reason: 'too_large' })
  })

  test('with a Content-Length of 30 MB is not read at all', async () => {
    const site = await startSite((_, response) => {
      response.writeHead(200, { ...html, 'content-length': 30 * 1_048_576 })
      response.write('x')
    })
    expect(await get(site.origin)).toMatchObject({ ok: false, reason: 'too_large', detail: '31457280 bytes said' })
  })

  test.each(['gzip', 'br', 'zstd'])('with a %s bomb is stopped at the limit', async coding => {
    const zeros = Buffer.alloc(40 * 1_048_576)
    const pack = { gzip: gzipSync, zstd: zstdCompressSync, br: fastBrotli }[coding]!
    const bomb = pack(zeros)
    const site = await startSite((_, response) =>
      response.writeHead(200, { ...html, 'content-encoding': coding }).end(bomb),
    )
    expect(await get(site.origin)).toMatchObject({ ok: false, reason: 'too_large' })
  })

  test('that sends too slowly is a fault', async () => {
    const site = await startSite((_, response) => {
      response.writeHead(200, html)
      const timer = setInterval(() => response.write('.'), 20)
      response.on('close', () => clearInterval(timer))
    })
    const page = await get(site.origin, { rateWindowMs: 100, minBytesPerSecond: 1_000 })
    expect(page).toMatchObject({ ok: false, reason: 'too_slow' })
  })

  test('that is just fast enough is ended by the total timeout', async () => {
    const site = await startSite((_, response) => {
      response.writeHead(200, html)
      const timer = setInterval(() => response.write('.'.repeat(1_000)), 10)
      response.on('close', () => clearInterval(timer))
    })
    const page = await get(site.origin, { rateWindowMs: 50, minBytesPerSecond: 100, totalMs: 250 })
    expect(page).toMatchObject({ ok: false, reason: 'timeout', detail: 'total time' })
  })

  test('that never answers times out, and one that does not exist is reported as such', async () => {
    const site = await startSite(() => {})
    expect(await get(site.origin, { firstByteMs: 60 })).toMatchObject({ reason: 'timeout', detail: 'first byte' })
    expect(await get('http://127.0.0.1:1025/')).toMatchObject({ ok: false, reason: 'connection' })
  })

  test.each(['NOT HTTP AT ALL\r\n\r\n', `HTTP/1.1 200 OK\r\nX: ${'y'.repeat(100_000)}\r\n\r\n`, ''])(
    'that uses another protocol is a fault of the connection',
    async bytes => {
      const server = createTcp(socket => {
        socket.on('error', () => {})
        socket.once('data', () => socket.end(bytes))
      })
      await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
      onTestFinished(() => void server.close())
      const { port } = server.address() as { port: number }
      expect(await get(`http://127.0.0.1:${port}/`)).toMatchObject({ ok: false, reason: 'connection' })
    },
  )

  test('is aborted at once when the caller requests it', async () => {
    const stop = new AbortController()
    const site = await startSite(() => stop.abort())
    expect(await get(site.origin, { signal: stop.signal })).toMatchObject({ ok: false, reason: 'aborted' })
  })
})

function fastBrotli(data: Buffer): Buffer {
  return brotliCompressSync(data, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
}

async function freePort(): Promise<number> {
  const site = await startSite(() => {})
  await site.close()
  return site.port
}

/** A bare server that counts incoming connections, and can drop them. */
async function startSiteOn(port: number, address: string) {
  let count = 0
  const sockets = new Set<import('node:net').Socket>()
  const server = createTcp(socket => {
    count++
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'))
  })
  await new Promise<void>(resolve => server.listen(port, address, resolve))
  const drop = () => sockets.forEach(socket => void socket.destroy())
  onTestFinished(() => {
    drop()
    server.close()
  })
  return { count: () => count, drop }
}
