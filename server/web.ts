import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import serveFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { firstReads, movedPages, type PageName, pageAt } from '#contract/route.ts'

const notFound: PageName = 'exception_404'

/**
 * Serves the built client: hashed files are cached for ever, and its document is served at each address of a page. Any
 * other address is 404; browsers get the document as body, which shows its own message.
 */
export async function serveWeb(app: FastifyInstance, folder: string): Promise<void> {
  const documents = readDocuments(folder)
  const files = { index: false, preCompressed: true, cacheControl: false } as const
  // One route for all files: one for each of six hundred files would take 16 MB.
  await app.register(serveFiles, {
    ...files,
    root: join(folder, 'assets'),
    prefix: '/assets/',
    setHeaders: reply => void reply.header('cache-control', 'public, max-age=31536000, immutable'),
  })
  await app.register(serveFiles, {
    ...files,
    root: folder,
    wildcard: false,
    decorateReply: false,
    globIgnore: ['assets/**', 'index.html*', 'loads.json*'],
    setHeaders: reply => void reply.header('cache-control', 'no-cache'),
  })
  app.get('/*', (request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const moved = movedPages[path.replace(/\/$/, '')]
    if (moved) return reply.redirect(moved + request.url.slice(path.length))
    const page = pageAt(path)
    const isBrowser = /text\/html/.test(request.headers.accept ?? '')
    if (!page && (!isBrowser || /^\/(v1|api|assets)(\/|$)/.test(path))) return reply.callNotFound()
    return reply
      .status(page ? 200 : 404)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(documents(page ?? notFound, page ? firstReads(request.url) : []))
  })
}

/** Hashes of the inline scripts in the client's document, in the form of `script-src`. */
export function inlineScripts(folder: string): string[] {
  const scripts = documentIn(folder).matchAll(/<script>([\s\S]*?)<\/script>/g)
  return [...scripts].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
}

/**
 * The client's document for a page, with the files and the first API reads that the page will request: they are loaded
 * together instead of in successive waves.
 */
function readDocuments(folder: string): (page: string, reads: readonly string[]) => string {
  const bare = documentIn(folder)
  const path = join(folder, 'loads.json')
  const loads = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, string[]>) : {}
  const known = new Map<string, string>()
  return (page, reads) => {
    const document = known.get(page) ?? bare.replace('</head>', `${(loads[page] ?? []).map(preload).join('')}</head>`)
    known.set(page, document)
    // Placed before the script that requests them; it contains only addresses of the contract and digits.
    return reads.length === 0
      ? document
      : document.replace(
          '<script>',
          () => `<meta name="reads" content="${reads.join(' ').replaceAll('&', '&amp;')}"><script>`,
        )
  }
}

function documentIn(folder: string): string {
  const path = join(folder, 'index.html')
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

function preload(file: string): string {
  return file.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="/${file}">`
    : `<link rel="modulepreload" crossorigin href="/${file}">`
}
