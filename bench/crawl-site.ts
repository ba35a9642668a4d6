// A site of pages of 25 KB over several addresses, in a separate process: PORT PAGES HOST…
import { createServer } from 'node:http'

const [port, pages, ...hosts] = process.argv.slice(2)
const perHost = Math.ceil(Number(pages) / hosts.length)
const words =
  'report on the committee meeting about trade policy and supply of goods between regions 年度报告 显示 贸易 增长 与 风险'.split(
    ' ',
  )

function pageOf(host: string, at: number): string {
  let seed = at + host.length * 7919 + Number(host.split('.').at(-1)) * 104_729
  const next = () => {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff
    return seed
  }
  const links = Array.from({ length: 12 }, (_, nth) => (at * 12 + nth + 1) % perHost)
  const nav = links.map(link => `<li><a href="/page/${link}">Page ${link}</a></li>`).join('')
  let body = ''
  while (body.length < 23_000) {
    let text = ''
    for (let nth = 0; nth < 60; nth += 1) text += `${words[next() % words.length]} `
    body += `<p class="paragraph">${text}${next()}</p>\n`
  }
  return `<!doctype html><html lang="en"><head><title>Page ${at} of ${host}</title></head><body><nav><ul>${nav}</ul></nav><main><h1>Page ${at}</h1>${body}</main></body></html>`
}

let waiting = hosts.length
for (const host of hosts) {
  const made = new Map<number, Buffer>()
  const server = createServer((request, response) => {
    if (request.url === '/robots.txt') {
      response.writeHead(404)
      return response.end()
    }
    const at = Number(/^\/page\/(\d+)$/.exec(request.url ?? '')?.[1] ?? (request.url === '/' ? 0 : Number.NaN))
    if (!(at < perHost)) {
      response.writeHead(404, { 'content-type': 'text/html' })
      return response.end('<title>404 Not Found</title>')
    }
    const html = made.get(at) ?? Buffer.from(pageOf(host, at))
    made.set(at, html)
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': html.length })
    response.end(html)
  })
  server.keepAliveTimeout = 60_000
  server.listen(Number(port), host, () => {
    waiting -= 1
    if (waiting === 0) process.send?.('ready')
  })
}
