// A company's blog in the markup of a static generator: numbered lists, archives, tags, a window of entries in an RSS
// feed with whole texts, and short notices that only an Atom feed has.
import { type Doc, factOf, makeDocs, makePeople, ruleOf } from '../content.ts'
import {
  type Applied,
  type Change,
  capital,
  daysAfter,
  digits,
  drawer,
  type Family,
  gap,
  hex,
  html,
  isoDay,
  longDay,
  type Model,
  type Moment,
  makeSpare,
  monthName,
  numberOf,
  type Pool,
  paragraph,
  type Random,
  sentence,
  shuffled,
  slugOf,
  some,
  times,
} from '../family.ts'

const pool: Pool = {
  subjects: [
    'Our grid team',
    'The turbine workshop',
    'A customer in Aarvik',
    'The control room',
    'An independent auditor',
    'The harbour crew',
    'Engineering',
    'The regional council',
  ],
  verbs: ['replaced', 'approved', 'inspected', 'postponed', 'financed', 'tested', 'delivered', 'rejected'],
  objects: [
    'the export cable',
    'two gearboxes of the northern row',
    'a battery of forty megawatt hours',
    'the noise study',
    'the lease of the quay',
    'a new converter station',
    'the maintenance vessel',
    'blades of the second generation',
  ],
  tails: [
    'after a storm in the autumn',
    'ahead of the winter season',
    'together with a shipyard',
    'within the agreed budget',
    'at the request of residents',
    'under a contract of ten years',
    'without an interruption',
    'following a public hearing',
  ],
}
const topics = ['grid', 'vessels', 'people', 'storage', 'permits', 'safety', 'finance', 'community']
const readers = ['Marit', 'windfan', 'J. Olsen', 'Anonymous', 'Karl-Heinz', 'Sofie B.', 'coastwatch']
const remarks = ['Thanks for the update.', 'When will the cable be back?', 'Well done.', 'Is there a map of this?']
const wordings = ['may', 'have to', 'must not', 'can no longer', 'are asked to']
const perPage = 6
const inFeed = 8

type Notice = { id: string; title: string; text: string; day: Date }

function build(random: Random): Model {
  const lists = ['/', '/archive/']
  const docs = makeDocs(random, {
    ...{ count: 20, first: new Date('2025-10-06'), every: 8, lists },
    title: from =>
      `${capital(from.pick(pool.objects).replace(/^(?:the|a) /, ''))} ${from.pick(['explained', 'in numbers', 'one year later', 'on schedule', 'under review', 'is back'])}: ${from.pick(['a report from Aarvik', 'notes from the quay', 'questions and answers', 'what we learnt', 'the next steps'])}`,
    text: from => paragraph(from, pool, 2 + from.int(3)),
    facts: [
      'The farm produced # megawatt hours in this period.',
      'We invest # million kroner in the repair.',
      'About # households are supplied by this row.',
      'The cable is # metres long.',
    ],
    number: from => digits(from, 3 + from.int(2)),
    path: (nth, title) => `/posts/${slugOf(title).split('-').slice(0, 5).join('-')}-${nth}/`,
    wordings,
    starts: ['Fishing boats', 'Subcontractors', 'Visitors of the quay', 'Shareholders'],
    ends: ['enter the safety zone.', 'use the northern gate.', 'register online.', 'anchor near the cable.'],
    day: longDay,
  })
  const updates = new Map<Doc, string[]>()
  const firsts = ['Astrid', 'Bjarne', 'Camille', 'Dag', 'Eline', 'Farid', 'Gro', 'Henrik', 'Ida', 'Jonas']
  const lasts = ['Aasen', 'Berge', 'Dahl', 'Eide', 'Foss', 'Gran', 'Hauge', 'Iversen', 'Krogh', 'Lund', 'Moe']
  const team = makePeople(random, {
    ...{ count: 11, lists: ['/about/'], name: from => `${from.pick(firsts)} ${from.pick(lasts)}` },
    posts: ['Chief executive', 'Finance director', 'Head of operations', 'Site manager', 'Press officer', 'Counsel'],
  })
  const contact = { phone: '+47 55 01 22 30', mail: 'press@northrow.test' }
  let made = 0
  const noticeTitles = ['Outage of row', 'Vessel traffic near turbine', 'Tender for lot', 'Work at height on turbine']
  const makeNotice = (from: Random, day: Date): Notice => {
    made += 1
    const text = `${sentence(from, pool)} The restriction applies from ${longDay(daysAfter(day, 2 + from.int(9)))}.`
    return { id: `urn:notice:${made}`, title: `${from.pick(noticeTitles)} ${made + 10}`, text, day }
  }
  const notices = times(12, at => makeNotice(random, daysAfter(new Date('2025-12-01'), at * 7))).reverse()
  const drawNotice = drawer<Notice>()
  const spare = makeSpare(
    random,
    at => `/handbook/chapter-${at}/`,
    'Access to site,Lifting plans,Waste,First aid,Night work,Radio channels,Weather limits,Reporting,Induction'.split(
      ',',
    ),
    from => paragraph(from, pool),
  )
  const tagsOf = (doc: Doc) => {
    const nth = Number(/(\d+)\/$/.exec(doc.path)?.[1])
    return [topics[nth % topics.length], topics[(nth * 3 + 1) % topics.length]] as string[]
  }
  const wholeText = (doc: Doc) => [
    ...doc.texts,
    factOf(doc),
    ruleOf(doc, wordings),
    `Comments are accepted until ${longDay(doc.until)}.`,
    ...(updates.get(doc) ?? []),
  ]
  const paragraphs = (texts: string[]) => texts.map(text => `<p>${text}</p>`).join('\n')

  const updated: Change = moment => {
    const doc = docs.draw(moment, docs.all)
    if (!doc) return null
    const text = `Update, ${longDay(moment.date)}: ${sentence(moment.random, pool)}`
    updates.set(doc, [...(updates.get(doc) ?? []), text])
    return { kind: 'paragraph_added', urls: [doc.path], shows: [sentenceOf(text)] }
  }
  const sentenceOf = (text: string) =>
    text
      .replace(/^.*?: /, '')
      .split(' ')
      .slice(0, 5)
      .join(' ')
  const noticeChanges = {
    added: moment => {
      const notice = drawNotice.mark(moment, makeNotice(moment.random, moment.date))
      notices.unshift(notice)
      return { kind: 'entry_added', urls: ['/notices.atom'], shows: [notice.title] }
    },
    edited: moment => {
      const notice = drawNotice(moment, notices.slice(0, 6))
      if (!notice) return null
      notice.text = `${notice.text.split('. ')[0]}. The restriction applies from ${longDay(daysAfter(moment.date, 1 + moment.random.int(20)))}.`
      return { kind: 'reworded', urls: ['/notices.atom'], shows: [notice.text.split(' from ').at(-1) as string] }
    },
    withdrawn: moment => {
      const notice = drawNotice(moment, notices.slice(0, 5))
      if (!notice) return null
      notices.splice(notices.indexOf(notice), 1)
      return { kind: 'entry_removed', urls: ['/notices.atom'], shows: [notice.title] }
    },
  } satisfies Record<string, Change>
  const contacted: Change = ({ random: from }) => {
    contact.phone = `+47 55 ${digits(from, 2)} ${digits(from, 2)} ${digits(from, 2)}`
    return { kind: 'contact', urls: ['/about/'], shows: [contact.phone] }
  }

  function layout(moment: Moment, path: string, title: string, body: string) {
    const noise = moment.of(path)
    const recent = docs.all.slice(0, 5).map(doc => `<li><a href="${doc.path}">${doc.title}</a></li>`)
    const cloud = shuffled(noise, topics).map(topic => {
      const count = docs.all.filter(doc => tagsOf(doc).includes(topic)).length
      return `<a class="tag" href="/tags/${topic}/">${topic}<sup>${count}</sup></a>`
    })
    return html(`<!doctype html><html lang="en" data-build="${hex(noise, 8)}"><head><meta charset="utf-8"><title>${title} | Northrow Wind</title>
<meta name="generator" content="Hugo 0.1${20 + moment.round}.0"><link rel="alternate" type="application/rss+xml" href="/index.xml" title="Northrow Wind"><link rel="alternate" type="application/atom+xml" href="/notices.atom" title="Notices to users of the site">
<link rel="stylesheet" href="/css/main.min.${hex(noise, 12)}.css"></head><body>
<header class="site"><a href="/">Northrow Wind</a><nav><a href="/">Blog</a> <a href="/archive/">Archive</a> <a href="/tags/">Topics</a> <a href="/about/">About</a> <a href="/handbook/">Handbook</a></nav></header>
<div class="wrap"><main>${gap(noise)}${body}${gap(noise)}</main>
<aside class="sidebar"><h2>Latest posts</h2><ul>${recent.join('')}</ul><h2>Topics</h2><div>${cloud.join(' ')}</div><h2>Generation now</h2><p class="live">${digits(noise, 2)}.${noise.int(10)} MW</p></aside></div>
<footer><p>© ${moment.date.getUTCFullYear()} Northrow Wind AS. Built ${isoDay(moment.date)} ${noise.int(24)}:${10 + noise.int(49)}</p></footer></body></html>`)
  }

  function teaser(moment: Moment, doc: Doc): string {
    const age = Math.max(0, Math.round((moment.date.getTime() - doc.day.getTime()) / 86_400_000))
    const comments = Math.floor(age / 9)
    return `<article class="teaser"><h2><a href="${doc.path}">${doc.title}</a></h2><p class="meta">${age} days ago · ${Math.ceil(wholeText(doc).join(' ').length / 700)} min · <a href="${doc.path}#comments">${comments} comments</a></p><p>${doc.texts[0]?.slice(0, 140)}…</p><a class="more" href="${doc.path}">Read more</a></article>`
  }

  function numbered(base: string, at: number, count: number): string {
    const to = (nth: number) => (nth === 0 ? base : `${base}page/${nth + 1}/`)
    const links = times(count, nth => (nth === at ? `<b>${nth + 1}</b>` : `<a href="${to(nth)}">${nth + 1}</a>`))
    return `<nav class="pagination">${at > 0 ? `<a href="${to(at - 1)}">Newer</a>` : ''} ${links.join(' ')} ${at < count - 1 ? `<a href="${to(at + 1)}">Older</a>` : ''}</nav>`
  }

  function post(moment: Moment, doc: Doc): string {
    const noise = moment.of(`${doc.path}#post`)
    const at = docs.all.indexOf(doc)
    const [newer, older] = [docs.all[at - 1], docs.all[at + 1]]
    const same = docs.all.filter(each => each !== doc && tagsOf(each).some(tag => tagsOf(doc).includes(tag)))
    const related = some(noise, same, 3).map(each => `<li><a href="${each.path}">${each.title}</a></li>`)
    const age = Math.max(0, Math.round((moment.date.getTime() - doc.day.getTime()) / 86_400_000))
    const from = numberOf(doc.path) % 7
    const comments = times(
      Math.floor(age / 9),
      nth =>
        `<li id="c${nth}"><cite>${readers[(nth + from) % readers.length]}</cite> <time>${age - 9 * nth} days ago</time><p>${remarks[(nth * 3 + from) % remarks.length]}</p></li>`,
    )
    return `<article class="post"><h1>${doc.title}</h1><p class="meta">Published ${longDay(doc.day)} by ${team.all[doc.title.length % 5]?.name ?? 'the team'} in ${tagsOf(
      doc,
    )
      .map(tag => `<a href="/tags/${tag}/">${tag}</a>`)
      .join(', ')} · read ${300 + moment.round * 17 + noise.int(15)} times</p>
<div class="body">${paragraphs(wholeText(doc))}</div><nav class="post-nav">${newer ? `<a rel="next" href="${newer.path}">Next: ${newer.title}</a>` : ''} ${older ? `<a rel="prev" href="${older.path}">Previous: ${older.title}</a>` : ''}</nav>
<section class="related"><h2>Read next</h2><ul>${related.join('')}</ul></section><section id="comments"><h2>${comments.length} comments</h2><ol>${comments.join('')}</ol></section></article>`
  }

  const xml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const feedType = (kind: string) => ({ 'content-type': `application/${kind}+xml; charset=utf-8` })
  function rss(moment: Moment): string {
    const items = docs.all.slice(0, inFeed).map(doc => {
      const comments = Math.floor((moment.date.getTime() - doc.day.getTime()) / 86_400_000 / 9)
      return `<item><title>${xml(doc.title)}</title><link>https://northrow.test${doc.path}</link><guid isPermaLink="false">post-${doc.path}</guid><pubDate>${doc.day.toUTCString()}</pubDate><slash:comments>${comments}</slash:comments>
<description><![CDATA[${doc.texts[0]?.slice(0, 140)} [&#8230;]]]></description><content:encoded><![CDATA[${paragraphs(wholeText(doc))}<p>The post <a href="${doc.path}">${doc.title}</a> appeared first on Northrow Wind.</p>]]></content:encoded></item>`
    })
    return `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:slash="http://purl.org/rss/1.0/modules/slash/"><channel><title>Northrow Wind</title><link>https://northrow.test/</link><description>Wind power from the coast</description><lastBuildDate>${moment.date.toUTCString()}</lastBuildDate>${items.join('\n')}</channel></rss>`
  }
  function atom(moment: Moment): string {
    const items = notices
      .slice(0, 7)
      .map(
        each =>
          `<entry><id>${each.id}</id><title>${xml(each.title)}</title><updated>${moment.date.toISOString()}</updated><published>${each.day.toISOString()}</published><content type="html">${xml(`<p>${each.text}</p><img src="/px.gif?${hex(moment.of(each.id), 6)}">`)}</content></entry>`,
      )
    return `<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Notices to users of the site</title><id>urn:notices</id><updated>${moment.date.toISOString()}</updated>${items.join('\n')}</feed>`
  }

  function render(moment: Moment) {
    const answers = new Map<string, ReturnType<typeof html>>()
    const put = (path: string, title: string, body: string) => answers.set(path, layout(moment, path, title, body))
    const putList = (base: string, title: string, head: string, all: readonly Doc[]) => {
      const count = Math.max(1, Math.ceil(all.length / perPage))
      for (let at = 0; at < count; at += 1) {
        const shown = all.slice(at * perPage, (at + 1) * perPage).map(doc => teaser(moment, doc))
        put(at === 0 ? base : `${base}page/${at + 1}/`, title, head + shown.join('\n') + numbered(base, at, count))
      }
    }
    putList('/', 'Blog', '', docs.all)
    for (const topic of topics)
      putList(
        `/tags/${topic}/`,
        topic,
        `<h1>Topic: ${topic}</h1>`,
        docs.all.filter(doc => tagsOf(doc).includes(topic)),
      )
    const tagItems = topics.map(topic => `<li><a href="/tags/${topic}/">${topic}</a></li>`)
    put('/tags/', 'Topics', `<h1>Topics</h1><ul>${tagItems.join('')}</ul>`)
    const months = Map.groupBy(docs.all, doc => monthName(doc.day))
    put(
      '/archive/',
      'Archive',
      `<h1>Archive</h1>${[...months].map(([month, all]) => `<h2>${month} (${all.length})</h2><ul>${all.map(doc => `<li><time>${isoDay(doc.day)}</time> <a href="${doc.path}">${doc.title}</a></li>`).join('')}</ul>`).join('\n')}`,
    )
    put(
      '/about/',
      'About',
      `<h1>About us</h1><p>Northrow Wind runs a farm off the coast of Aarvik.</p><h2>Team</h2><ul class="team">${team.all.map(each => `<li><strong>${each.name}</strong>, ${each.post}</li>`).join('\n')}</ul><h2>Press</h2><p>Telephone ${contact.phone}, <a href="mailto:${contact.mail}">${contact.mail}</a></p>`,
    )
    const chapters = spare.map(each => `<li><a href="${each.path}">${each.title}</a></li>`)
    put('/handbook/', 'Handbook', `<h1>Handbook</h1><ul>${chapters.join('')}</ul>`)
    for (const each of spare) put(each.path, each.title, `<h1>${each.title}</h1>${paragraphs(each.texts)}`)
    for (const doc of docs.all) put(doc.path, doc.title, post(moment, doc))
    answers.set('/index.xml', { body: rss(moment), headers: feedType('rss') })
    answers.set('/notices.atom', { body: atom(moment), headers: feedType('atom') })
    return answers
  }

  /** The feed may repeat a change of a page once. */
  const inFeeds =
    (change: Change): Change =>
    moment => {
      const applied: Applied | null = change(moment)
      return applied && !applied.may ? { ...applied, may: ['/index.xml'], most: 1, mayShow: applied.shows } : applied
    }
  const { changes: on } = docs
  return {
    changes: [
      ...[on.added, on.added, on.added, on.retitled, on.removed],
      ...[on.corrected, on.corrected, on.reworded, on.extended, on.shortened, on.postponed, updated, updated].map(
        inFeeds,
      ),
      ...[noticeChanges.added, noticeChanges.added, noticeChanges.edited, noticeChanges.edited],
      noticeChanges.withdrawn,
      ...Object.values(team.changes),
      contacted,
    ],
    spare: spare.map(each => each.path),
    render,
  }
}

export const blog: Family = {
  ...{ family: 'blog', half: 'tuning', name: 'Northrow Wind', host: 'northrow.test', start: '/', hours: 24 },
  ...{ begins: '2026-03-02T00:00:00Z', build },
}
