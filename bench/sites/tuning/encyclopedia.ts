// A wiki of a harbour in the markup of MediaWiki: sections, infoboxes, references, histories, discussions, renamed pages.
import { makePeople, openings } from '../content.ts'
import {
  type Applied,
  type Change,
  clockTime,
  daysAfter,
  digits,
  drawer,
  type Family,
  hex,
  html,
  longDay,
  type Model,
  type Moment,
  makeSpare,
  type Pool,
  paragraph,
  type Random,
  sentence,
  some,
  times,
} from '../family.ts'

const pool: Pool = {
  subjects: [
    'The dockyard',
    'A Dutch engineer',
    'The port authority',
    'The second basin',
    'A cooperative of pilots',
    'The customs house',
    'The ferry company',
    'Local historians',
  ],
  verbs: ['acquired', 'abandoned', 'rebuilt', 'leased', 'described', 'enlarged', 'sold', 'contested'],
  objects: [
    'the eastern mole',
    'a floating dock of iron',
    'the grain elevator',
    'two steam tugs',
    'the swing bridge',
    'a tidal gate',
    'the dredging rights',
    'the old lighthouse',
  ],
  tails: [
    'during the reform of the tariffs',
    'after the flood of January',
    'against the advice of the board',
    'with a loan from the state',
    'in exchange for land on the north bank',
    'when the railway arrived',
    'in the decade before the war',
    'under a new concession',
  ],
}
const titles = [
  ...['Eastern Mole', 'Grain Elevator No. 2', 'Havneby Dockyard', 'Inner Basin', 'Pilot Cooperative', 'Ferry Line 7'],
  ...['Customs House', 'Swing Bridge', 'Tidal Gate', 'Dredger Fulmar', 'North Bank Railway', 'Fish Auction'],
  ...['Old Lighthouse', 'Harbour Master', 'Ballast Quay', 'Icebreaker Odin', 'Timber Pond', 'Coal Wharf'],
  ...['Signal Station', 'Rope Works', 'Quarantine Island', 'Dry Dock 3', 'Slipway Lane', 'Net Loft', 'Crane Museum'],
]
const categories = ['Docks', 'Ships', 'Organisations', 'Buildings']
const editors = ['Skipper42', 'Anna Quay', '84.23.11.9', 'HarbourBot', 'M. Feldt', 'Dredge', 'Old Salt', 'TypoHunter']
const journals = ['Journal of Port History', 'Havneby Gazette', 'Maritime Review', 'Annals of Engineering']
const headings = ['History', 'Construction', 'Ownership', 'Operation', 'Accidents', 'Legacy']
const banners = [
  'The neutrality of this article is disputed.',
  'This article needs additional citations for verification.',
  'This article is about to be merged with another one.',
  'Editing of this page by new users is currently disabled.',
]

type Section = { heading: string; texts: { text: string; ref: string }[] }
type Article = {
  name: string
  lead: string
  box: { name: string; value: string }[]
  sections: Section[]
  table: { year: number; tons: string; note: string }[]
  category: string
  banner: string
  edited: Date
  minute: string
  talk: { heading: string; text: string; by: string; at: Date }[]
  log: { id: number; at: Date; minute: string; by: string; note: string; size: number }[]
}

const pathOf = (name: string) => `/wiki/${name.replaceAll(' ', '_')}`

function build(random: Random): Model {
  let refs = 0
  let edits = 7_000
  const makeRef = (from: Random) => {
    refs += 1
    return `${from.pick(['Larsen', 'Holt', 'Meyer', 'Quist', 'Dahlgren', 'Ivey'])}, ${from.pick(['A.', 'B.', 'C.', 'P.'])} (${1950 + from.int(70)}). "Notes on ${from.pick(pool.objects).replace(/^(?:the|a|two) /, '')} ${refs}". ${from.pick(journals)} ${10 + from.int(60)}: ${20 + from.int(300)}.`
  }
  const makeText = (from: Random) => ({ text: paragraph(from, pool, 2), ref: makeRef(from) })
  const makeSection = (from: Random, heading: string): Section => ({
    heading,
    texts: times(1 + from.int(3), () => makeText(from)),
  })
  const log = (article: Article, moment: Pick<Moment, 'random' | 'date'>, note: string) => {
    edits += 1 + moment.random.int(9)
    article.edited = moment.date
    article.minute = clockTime(moment.random)
    const { date: at, random: from } = moment
    article.log.unshift({
      ...{ id: edits, at, minute: article.minute, by: from.pick(editors), note, size: from.int(900) - 200 },
    })
  }
  const make = (from: Random, name: string, date: Date): Article => {
    const article: Article = {
      ...{ name, lead: `${name} is a part of the port of Havneby. ${paragraph(from, pool, 2)}` },
      box: [
        { name: 'Built', value: String(1840 + from.int(120)) },
        { name: 'Length', value: `${digits(from, 3)} m` },
        { name: 'Owner', value: from.pick(['Port of Havneby', 'Fulmar Shipping', 'City of Havneby', 'Nordkai AG']) },
        { name: 'Status', value: from.pick(['in use', 'closed', 'under repair']) },
        { name: 'Employees', value: digits(from, 3) },
        { name: 'Coordinates', value: `55°${10 + from.int(49)}′N 12°${10 + from.int(49)}′E` },
      ],
      sections: some(from, headings, 3).map(heading => makeSection(from, heading)),
      table: times(4, at => ({ year: 1900 + at * 20, tons: digits(from, 5), note: sentence(from, pool) })),
      ...{ category: from.pick(categories), banner: '', edited: date, minute: clockTime(from), talk: [], log: [] },
    }
    for (const [at, days] of [40, 25, 9].entries())
      log(article, { random: from, date: daysAfter(date, -days) }, ['created', 'typo', 'references'][at] as string)
    return article
  }
  const begin = new Date('2026-03-02')
  const all = titles.slice(0, 17).map(name => make(random, name, begin))
  const left = titles.slice(17)
  const renamed = new Map<string, string>()
  const draw = drawer<Article>()
  const edit =
    (
      note: string,
      kind: Applied['kind'],
      change: (article: Article, moment: Moment) => { shows: string[]; urls?: string[] } | null,
    ): Change =>
    moment => {
      const article = draw(moment, all)
      const changed = article && change(article, moment)
      if (!changed) return null
      log(article, moment, note)
      return { kind, urls: [pathOf(article.name)], may: follows(article), most: 1, ...changed }
    }
  const follows = ({ name }: Article) => [historyOf(name), '/wiki/Special:RecentChanges', '/wiki/Main_Page']
  const historyOf = (name: string) => `/index.php?title=${name.replaceAll(' ', '_')}&action=history`
  const row = (at: number, next: (from: Random, old: string) => string, kind: Applied['kind']): Change =>
    edit('infobox', kind, ({ box }, { random: from }) => {
      const cell = box[at] as { name: string; value: string }
      const before = cell.value
      for (let tries = 0; cell.value === before && tries < 20; tries += 1) cell.value = next(from, before)
      return { shows: [cell.value] }
    })
  const changes: Change[] = [
    row(1, from => `${digits(from, 3)} m`, 'value'),
    row(2, from => from.pick(['Port of Havneby', 'Fulmar Shipping', 'City of Havneby', 'Nordkai AG']), 'status'),
    row(3, from => from.pick(['in use', 'closed', 'under repair', 'demolished']), 'status'),
    row(4, from => digits(from, 3), 'value'),
    edit('expanded', 'paragraph_added', ({ sections }, { random: from }) => {
      const { texts } = from.pick(sections)
      const added = makeText(from)
      texts.splice(from.int(texts.length + 1), 0, added)
      return { shows: openings(added.text) }
    }),
    edit('removed unsourced', 'paragraph_removed', ({ sections }, { random: from }) => {
      const { texts } = from.pick(sections)
      if (texts.length < 2) return null
      const [gone] = texts.splice(from.int(texts.length), 1)
      return { shows: openings(gone?.text ?? '') }
    }),
    edit('reworded', 'reworded', ({ sections }, { random: from }) => {
      const item = from.pick(from.pick(sections).texts)
      const object = `${from.pick(['the salvage of', 'a claim on', 'an inquiry into', 'the auction of'])} ${from.pick(pool.objects)}`
      const [first = '', ...rest] = item.text.split('. ')
      item.text = [`${first.replace(/\.$/, '')} and ${object}`, ...rest].join('. ')
      if (rest.length === 0) item.text += '.'
      return { shows: [object] }
    }),
    edit('new section', 'paragraph_added', ({ sections }, { random: from }) => {
      const heading = headings.find(name => sections.every(section => section.heading !== name))
      if (!heading) return null
      const section = makeSection(from, heading)
      sections.splice(from.int(sections.length + 1), 0, section)
      return { shows: [heading, ...section.texts.flatMap(({ text }) => openings(text))] }
    }),
    edit('table', 'value', ({ table }, { random: from }) => {
      const line = from.pick(table)
      line.tons = digits(from, 5)
      return { shows: [line.tons] }
    }),
    edit('table row', 'entry_added', ({ table }, { random: from }) => {
      const note = sentence(from, pool)
      table.push({ year: (table.at(-1)?.year ?? 1900) + 1 + from.int(6), tons: digits(from, 5), note })
      return { shows: [note, String(table.at(-1)?.tons)] }
    }),
    edit('tagged', 'status', (article, { random: from }) => {
      article.banner = from.pick(banners.filter(text => text !== article.banner))
      return { shows: [article.banner] }
    }),
    edit('lead', 'value', (article, { random: from }) => {
      const year = String(1800 + from.int(150))
      article.lead = `${article.lead.split('. Its first stone')[0]?.replace(/\.$/, '')}. Its first stone was laid in ${year} by the harbour board.`
      return { shows: [year] }
    }),
    moment => {
      const name = left.shift()
      if (!name) return null
      const article = draw.mark(moment, make(moment.random, name, moment.date))
      article.log.splice(1)
      all.push(article)
      return {
        kind: 'page_added',
        urls: [pathOf(name)],
        shows: [name, 'added: '],
        may: ['*'],
        most: 4,
        mayShow: [name],
      }
    },
    moment => {
      const article = draw(moment, all)
      if (!article) return null
      const text = sentence(moment.random, pool)
      article.talk.push({
        ...{ heading: moment.random.pick(['Dates', 'Source?', 'Merge', 'Name']), text, at: moment.date },
        by: moment.random.pick(editors),
      })
      const urls = [pathOf(`Talk:${article.name}`)]
      return { kind: 'entry_added', urls, shows: openings(text), may: ['/wiki/Special:RecentChanges'], most: 1 }
    },
    moment => {
      const article = all.length > 10 ? draw(moment, all) : null
      if (!article) return null
      const name = article.name
      article.name = `${name.replace(/ \(.*\)$/, '')} (${moment.random.pick(['port', 'building', 'harbour', 'site'])})`
      if (article.name === name) return null
      renamed.set(name, article.name)
      log(article, moment, `moved from ${name}`)
      const urls = [pathOf(name), pathOf(article.name)]
      const shows = [article.name, pathOf(article.name), 'added: ']
      return { kind: 'page_moved', urls, shows, may: ['*'], most: 6, mayShow: [article.name, name, 'link_only: '] }
    },
  ]
  const people = makePeople(random, {
    ...{ count: 9, lists: [pathOf('Port Board')] },
    name: from =>
      `${from.pick(['Ove', 'Liv', 'Karin', 'Sten', 'Maja', 'Aksel', 'Tove', 'Nils'])} ${from.pick(['Bruun', 'Skov', 'Lind', 'Holm', 'Ravn', 'Juhl', 'Krag', 'Frost'])}`,
    posts: ['Chair', 'Deputy chair', 'Treasurer', 'Harbour master', 'Member for the city', 'Member for the pilots'],
  })
  const spare = makeSpare(
    random,
    at => `/wiki/Help:Topic_${at}`,
    'Editing,Citing sources,Naming pages,Images,Blocking,Licences,Translation,Infobox guide,Sandbox'.split(','),
    from => paragraph(from, pool),
  )

  function layout(moment: Moment, title: string, body: string, foot: string, tabs = '', path = pathOf(title)) {
    const noise = moment.of(path)
    return html(`<!DOCTYPE html>
<html class="client-nojs" lang="en" dir="ltr"><head><meta charset="UTF-8"/><title>${title} - Havneby Wiki</title><meta name="generator" content="MediaWiki 1.3${9 + Math.floor(moment.round / 8)}.${moment.round % 4}"/>
<script>RLCONF={"wgRequestId":"${hex(noise, 20)}","wgPageName":"${title}","wgCurRevisionId":${edits + noise.int(99)}};</script><link rel="stylesheet" href="/load.php?lang=en&amp;modules=site.styles&amp;version=${hex(noise, 5)}"/></head>
<body class="mediawiki ltr sitedir-ltr ns-0 skin-vector action-view"><div id="mw-page-base" class="noprint"></div><div id="content" class="mw-body" role="main"><a id="top"></a><div id="siteNotice">${moment.round >= 7 ? '<p>Join the annual meeting of editors.</p>' : ''}</div>
<h1 id="firstHeading" class="firstHeading">${title}</h1><div id="bodyContent" class="mw-body-content"><div id="siteSub" class="noprint">From Havneby Wiki</div><a class="mw-jump-link" href="#mw-head">Jump to navigation</a><div id="mw-content-text" class="mw-body-content mw-content-ltr"><div class="mw-parser-output">${body}
<!-- NewPP limit report Cached time: ${moment.date.toISOString()} CPU time usage: 0.${digits(noise, 3)} seconds --></div></div></div></div>
<div id="mw-navigation"><h2>Navigation menu</h2><div id="mw-head"><nav id="p-personal"><ul><li>Not logged in</li><li><a href="/index.php?title=Special:UserLogin">Log in</a></li></ul></nav>${tabs}</div>
<div id="mw-panel"><nav id="p-navigation"><h3>Navigation</h3><ul><li><a href="/wiki/Main_Page">Main page</a></li><li><a href="/wiki/Special:RecentChanges">Recent changes</a></li><li><a href="/wiki/Special:AllPages">All pages</a></li><li><a href="${pathOf('Port Board')}">Port Board</a></li><li><a href="/wiki/Help:Contents">Help</a></li></ul></nav></div></div>
<footer id="footer" class="mw-footer" role="contentinfo"><ul id="footer-info">${foot}</ul><ul id="footer-places"><li>Privacy policy</li><li>Disclaimers</li></ul></footer></body></html>`)
  }

  const section = (name: string, article: string, nth: number) =>
    `<h2><span class="mw-headline" id="${name}">${name}</span><span class="mw-editsection"><span class="mw-editsection-bracket">[</span><a href="/index.php?title=${article.replaceAll(' ', '_')}&amp;action=edit&amp;section=${nth}" rel="nofollow">edit</a><span class="mw-editsection-bracket">]</span></span></h2>`

  function articleBody(article: Article): string {
    const { name, lead, box, sections, table, banner } = article
    const notes: string[] = []
    const cite = (ref: string) => {
      notes.push(ref)
      const nth = notes.length
      return `<sup id="cite_ref-${nth}" class="reference"><a href="#cite_note-${nth}">&#91;${nth}&#93;</a></sup>`
    }
    const parts = sections.map(
      ({ heading, texts }, at) =>
        `${section(heading, name, at + 1)}\n${texts.map(({ text, ref }) => `<p>${text}${cite(ref)}</p>`).join('\n')}`,
    )
    const toc = [...sections.map(({ heading }) => heading), 'Traffic', 'References'].map(
      (heading, at) =>
        `<li class="toclevel-1"><a href="#${heading}"><span class="tocnumber">${at + 1}</span> <span class="toctext">${heading}</span></a></li>`,
    )
    const near = all.filter(({ category }) => category === article.category)
    return `${banner ? `<table class="box-notice plainlinks ambox"><tbody><tr><td class="mbox-text">${banner}</td></tr></tbody></table>` : ''}
<table class="infobox vcard"><tbody><tr><th colspan="2" class="infobox-above">${name}</th></tr>${box.map(each => `<tr><th scope="row" class="infobox-label">${each.name}</th><td class="infobox-data">${each.value}</td></tr>`).join('')}</tbody></table>
<p><b>${name}</b> ${lead.slice(lead.indexOf(' is a') + 1)}</p><div id="toc" class="toc" role="navigation"><h2>Contents</h2><ul>${toc.join('')}</ul></div>
${parts.join('\n')}
${section('Traffic', name, sections.length + 1)}<table class="wikitable sortable"><tbody><tr><th>Year</th><th>Tons</th><th>Remarks</th></tr>${table.map(({ year, tons, note }) => `<tr><td>${year}</td><td>${tons}</td><td>${note}</td></tr>`).join('\n')}</tbody></table>
${section('References', name, sections.length + 2)}<ol class="references">${notes.map((text, at) => `<li id="cite_note-${at + 1}"><span class="mw-cite-backlink"><a href="#cite_ref-${at + 1}">^</a></span> <span class="reference-text">${text}</span></li>`).join('\n')}</ol>
<div class="navbox" role="navigation"><table><tbody><tr><th>${article.category}</th></tr><tr><td>${near.map(each => `<a href="${pathOf(each.name)}">${each.name}</a>`).join(' · ')}</td></tr></tbody></table></div>
<div id="catlinks" class="catlinks">Category: <a href="${pathOf(`Category:${article.category}`)}">${article.category}</a></div>`
  }

  function tabsOf(name: string): string {
    const title = name.replaceAll(' ', '_')
    return `<nav id="p-views"><ul><li><a href="${pathOf(name)}">Read</a></li><li><a href="${pathOf(`Talk:${name}`)}">Discussion</a></li><li><a href="/index.php?title=${title}&amp;action=history">View history</a></li></ul></nav>`
  }

  function render(moment: Moment) {
    const answers = new Map<string, ReturnType<typeof html>>()
    const views = (path: string) =>
      `<li>This page has been accessed ${(3_000 + moment.round * 41 + moment.of(path).int(30)).toLocaleString('en-GB')} times.</li>`
    const special = (path: string, title: string, body: string) =>
      answers.set(path, layout(moment, title, body, views(path), '', path))
    const stamp = (article: Article) =>
      `<li id="footer-info-lastmod"> This page was last edited on ${longDay(article.edited)}, at ${article.minute}.</li>${views(article.name)}`
    for (const article of all) {
      const { name, talk } = article
      answers.set(pathOf(name), layout(moment, name, articleBody(article), stamp(article), tabsOf(name)))
      const posts = talk.map(
        (post, at) =>
          `${section(post.heading, `Talk:${name}`, at + 1)}<p>${post.text} <a href="/wiki/Main_Page">${post.by}</a> (talk) ${longDay(post.at)} (UTC)</p>`,
      )
      const talkTitle = `Talk:${name}`
      const talkBody = posts.join('\n') || '<p>No discussion has been started yet.</p>'
      answers.set(pathOf(talkTitle), layout(moment, talkTitle, talkBody, views(talkTitle), tabsOf(name)))
      const history = article.log.map(
        each =>
          `<li data-mw-revid="${each.id}"><span class="mw-history-histlinks">(cur | prev)</span> <span class="mw-changeslist-date">${each.minute}, ${longDay(each.at)}</span> ${each.by} (talk | contribs) . . (${each.size > 0 ? '+' : ''}${each.size}) . . <span class="comment">(${each.note})</span></li>`,
      )
      special(
        `/index.php?title=${name.replaceAll(' ', '_')}&action=history`,
        `${name}: Revision history`,
        `<ul id="pagehistory">${history.join('\n')}</ul>`,
      )
    }
    for (const [name, to] of renamed) {
      let target = to
      while (renamed.has(target)) target = renamed.get(target) as string
      for (const path of [pathOf, (each: string) => pathOf(`Talk:${each}`), historyOf])
        answers.set(path(name), {
          ...{ status: 301, headers: { location: path(target), 'content-type': 'text/html; charset=utf-8' }, body: '' },
        })
    }
    const recent = all
      .flatMap(article => article.log.map(each => ({ ...each, name: article.name })))
      .sort((a, b) => b.at.getTime() - a.at.getTime() || b.id - a.id)
      .slice(0, 15)
      .map(
        each =>
          `<li>(diff | hist) . . <a href="${pathOf(each.name)}">${each.name}</a>; ${each.minute} . . (${each.size}) . . ${each.by} (${each.note})</li>`,
      )
    special(
      '/wiki/Special:RecentChanges',
      'Recent changes',
      `<h4>${longDay(moment.date)}</h4><ul>${recent.join('\n')}</ul>`,
    )
    const pages = all.map(({ name }) => `<li><a href="${pathOf(name)}">${name}</a></li>`).sort()
    special('/wiki/Special:AllPages', 'All pages', `<ul class="mw-allpages-chunk">${pages.join('')}</ul>`)
    for (const category of categories) {
      const members = all.filter(each => each.category === category).map(({ name }) => name)
      special(
        pathOf(`Category:${category}`),
        `Category:${category}`,
        `<p>The following ${members.length} pages are in this category, out of ${members.length} total.</p><ul>${members
          .sort()
          .map(name => `<li><a href="${pathOf(name)}">${name}</a></li>`)
          .join('')}</ul>`,
      )
    }
    const noise = moment.of('main')
    const featured = noise.pick(all)
    special(
      '/wiki/Main_Page',
      'Main Page',
      `<p>Welcome to Havneby Wiki, with ${all.length} articles and ${edits.toLocaleString('en-GB')} edits.</p><div id="mp-tfa"><h2>Featured article</h2><p><a href="${pathOf(featured.name)}">${featured.name}</a> ${featured.lead.slice(0, 160)}…</p></div><h2>Topics</h2><ul>${categories.map(each => `<li><a href="${pathOf(`Category:${each}`)}">${each}</a></li>`).join('')}</ul>`,
    )
    const board = people.all.map(each => `<tr><td>${each.name}</td><td>${each.post}</td></tr>`).join('\n')
    special(
      pathOf('Port Board'),
      'Port Board',
      `<p>The board of the port has ${people.all.length} members.</p><table class="wikitable"><tbody><tr><th>Name</th><th>Post</th></tr>${board}</tbody></table>`,
    )
    const topics = spare.map(each => `<li><a href="${each.path}">${each.title}</a></li>`)
    special('/wiki/Help:Contents', 'Help:Contents', `<ul>${topics.join('')}</ul>`)
    for (const each of spare) special(each.path, each.title, each.texts.map(text => `<p>${text}</p>`).join('\n'))
    return answers
  }
  return {
    ...{ changes: [...changes, ...Object.values(people.changes)], spare: spare.map(each => each.path), render },
    redesign: { round: 7, shows: ['annual meeting of editors'] },
  }
}

export const encyclopedia: Family = {
  ...{ family: 'encyclopedia', half: 'tuning', name: 'Havneby Wiki', host: 'havneby-wiki.test' },
  ...{ start: '/wiki/Main_Page', hours: 24, begins: '2026-03-02T00:00:00Z', build },
}
