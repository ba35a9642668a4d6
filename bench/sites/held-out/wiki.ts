// A wiki: infoboxes, revisions, recent changes, categories, and edits that change nothing for a reader.

import { nearby, openings } from '../content.ts'
import {
  clockTime,
  digits,
  drawer,
  type Family,
  gap,
  hex,
  html,
  longDay,
  type Model,
  type Moment,
  makeSpare,
  type Pool,
  paragraph,
  type Random,
  shuffled,
  some,
  times,
} from '../family.ts'

const pool: Pool = {
  subjects: [
    'The agency',
    'Its founder',
    'The association',
    'A later reform',
    'The regional branch',
    'The archive',
    'The statute',
  ],
  verbs: [
    'was established by',
    'reports to',
    'was merged with',
    'is financed by',
    'succeeded',
    'cooperates with',
    'is supervised by',
  ],
  objects: [
    'the Ministry of Transport',
    'the provincial assembly',
    'a royal charter',
    'the Lindqvist committee',
    'the customs union',
    'three municipalities',
    'the national bank',
  ],
  tails: [
    'in its present form',
    'according to the yearbook',
    'although sources differ',
    'for most of the century',
    'by a decree that is still in force',
    'with few exceptions',
  ],
}
const users = ['Marginalia', 'OldMapper', '81.2.69.142', 'Kestrel', 'TidyBot', 'Quillfeather', 'Northsider']
const remarks = ['typo', 'fix link', 'cat', 'ce', 'rv', '+ref', 'tidy', 'clean-up using script']
const categories = ['Agencies', 'Ports', 'Railways', 'Banks', 'Museums']
const kinds = ['Port Authority', 'Railway', 'Savings Bank', 'Maritime Museum', 'Customs Agency', 'Academy']
const places = ['Velm', 'Ostra', 'Karlby', 'Tornea', 'Silt', 'Brenna']

type Entry = {
  path: string
  title: string
  category: string
  facts: { name: string; value: string }[]
  texts: string[]
  edits: number
  edited: string
  by: string
}

function build(random: Random): Model {
  const leader = (from: Random) =>
    `${from.pick(['Sven', 'Ragna', 'Tove', 'Ulrik', 'Vera', 'Yngve'])} ${from.pick(['Astrup', 'Bolin', 'Clausen', 'Dreyer', 'Elvestad', 'Falk'])}`
  const make = (from: Random, title: string): Entry => ({
    ...{
      path: `/wiki/${title.replaceAll(' ', '_')}`,
      title,
      category: from.pick(categories),
      texts: times(4, () => paragraph(from, pool)),
    },
    facts: [
      { name: 'Founded', value: String(1820 + from.int(170)) },
      { name: 'Employees', value: digits(from, 3) },
      { name: 'Director', value: leader(from) },
      { name: 'Headquarters', value: `${from.pick(['Quay', 'Tower', 'Palace'])} Square ${1 + from.int(40)}` },
      { name: 'Budget (million)', value: digits(from, 3) },
    ],
    ...{ edits: 40 + from.int(500), edited: '1 May 2026, 10:11', by: from.pick(users) },
  })
  const entries = some(
    random,
    places.flatMap(place => kinds.map(kind => `${place} ${kind}`)),
    24,
  ).map(title => make(random, title))
  const spare = makeSpare(
    random,
    at => `/wiki/Help:Topic_${at}`,
    'Editing,Sources,Talk pages,Pictures,Templates,Moving pages,Blocking,Bots,Licence'.split(','),
    from => paragraph(from, pool),
  )
  const recent: { title: string; path: string; at: string; by: string; note: string; size: number }[] = []

  function layout(moment: Moment, path: string, title: string, body: string, foot = '') {
    const noise = moment.of(path)
    return html(`<!DOCTYPE html><html class="client-nojs" lang="en" dir="ltr"><head><meta charset="UTF-8"><title>${title} - OrgWiki</title><script>RLCONF={"wgRequestId":"${hex(noise, 24)}","wgRevisionId":${digits(noise, 7)},"wgBackendResponseTime":${noise.int(900)}};</script></head>
<body class="mediawiki ltr ns-0 skin-${moment.round >= 7 ? 'vector-2022' : 'vector'}"><div id="mw-page-base"></div><div id="content" class="mw-body" role="main"><a id="top"></a><h1 id="firstHeading" class="firstHeading">${title}</h1><div id="bodyContent"><div id="siteSub">From OrgWiki</div><div id="mw-content-text" class="mw-parser-output">${gap(noise)}${body}</div></div></div>
<div id="mw-navigation"><ul>${[['/wiki/Main_Page', 'Main page'], ['/wiki/Special:RecentChanges', 'Recent changes'], ['/wiki/Help:Contents', 'Help'], ...categories.map(each => [`/wiki/Category:${each}`, each])].map(([to, label]) => `<li><a href="${to}">${label}</a></li>`).join(gap(noise))}</ul></div>
<div id="footer"><ul>${foot}<li>This page has been accessed ${(3_000 + moment.round * 41 + noise.int(40)).toLocaleString('en')} times.</li><li>Content is available under the Open Licence unless otherwise noted.</li></ul></div><!-- Saved in parser cache with key wiki:pcache:${digits(noise, 6)} and timestamp ${moment.date.getTime() + noise.int(80_000_000)} --></body></html>`)
  }
  const link = (entry: { path: string; title: string }) =>
    `<a href="${entry.path}" title="${entry.title}">${entry.title}</a>`

  function touch(moment: Moment, entry: Entry, from: Random, note: string): void {
    Object.assign(entry, {
      edits: entry.edits + 1,
      by: from.pick(users),
      edited: `${longDay(moment.date)}, at ${clockTime(from)}`,
    })
    recent.unshift({
      title: entry.title,
      path: entry.path,
      at: entry.edited,
      by: entry.by,
      note,
      size: from.int(400) - 150,
    })
  }

  function render(moment: Moment) {
    const answers = new Map<string, ReturnType<typeof html>>()
    const put = (path: string, title: string, body: string, foot = '') =>
      answers.set(path, layout(moment, path, title, body, foot))
    // Edits of links and spelling marks: only counts and dates show them.
    for (const entry of some(moment.of('minor'), entries, 5))
      touch(moment, entry, moment.of(entry.path), moment.of(entry.path).pick(remarks))
    const pick = moment.of('/wiki/Main_Page#day').pick(entries)
    put(
      '/wiki/Main_Page',
      'Main Page',
      `<p>OrgWiki has ${entries.length} articles and ${12_400 + moment.round * 17} edits.</p><h2>Article of the day</h2><p>${link(pick)}</p><h2>All articles</h2><ul>${entries.map(each => `<li>${link(each)}</li>`).join('\n')}</ul>`,
    )
    for (const entry of entries)
      put(
        entry.path,
        entry.title,
        `<table class="infobox vcard"><caption>${entry.title}</caption>${entry.facts.map(each => `<tr><th scope="row">${each.name}</th><td>${each.value}</td></tr>`).join('\n')}</table>${entry.texts.map((text, at) => `${at === 2 ? '<h2><span class="mw-headline">History</span><span class="mw-editsection">[<a href="#">edit</a>]</span></h2>' : ''}<p>${text}<sup class="reference">[${at + 1}]</sup></p>`).join('\n')}<div id="catlinks">Category: <a href="/wiki/Category:${entry.category}">${entry.category}</a></div>`,
        `<li id="footer-info-lastmod">This page was last edited on ${entry.edited}, by ${entry.by}.</li><li>${entry.edits} revisions</li>`,
      )
    for (const category of categories) {
      const members = entries.filter(each => each.category === category)
      put(
        `/wiki/Category:${category}`,
        `Category:${category}`,
        `<p>The following ${members.length} pages are in this category.</p><ul>${shuffled(moment.of(category), members)
          .map(each => `<li>${link(each)}</li>`)
          .join('')}</ul>`,
      )
    }
    put(
      '/wiki/Special:RecentChanges',
      'Recent changes',
      `<ul class="special">${recent
        .slice(0, 15)
        .map(
          each =>
            `<li>(diff | hist) . . ${link(each)}; ${each.at} . . (${each.size}) . . ${each.by} (${each.note})</li>`,
        )
        .join('\n')}</ul>`,
    )
    put('/wiki/Help:Contents', 'Help', `<ul>${spare.map(each => `<li>${link(each)}</li>`).join('')}</ul>`)
    for (const each of spare) put(each.path, each.title, each.texts.map(text => `<p>${text}</p>`).join('\n'))
    return answers
  }
  const draw = drawer<Entry>()
  const follow = ['/wiki/Special:RecentChanges']
  const edit =
    (
      kind: 'value' | 'title' | 'contact' | 'paragraph_added' | 'paragraph_removed' | 'reworded',
      change: (entry: Entry, from: Random) => string[],
    ) =>
    (moment: Moment) => {
      const entry = draw(moment, entries)
      if (!entry) return null
      const shows = change(entry, moment.random)
      touch(moment, entry, moment.random, 'update')
      return { kind, urls: [entry.path], shows, may: follow, most: 1 }
    }
  const fact = (name: string, next: (from: Random, value: string) => string) => (entry: Entry, from: Random) => {
    const found = entry.facts.find(each => each.name === name) as { value: string }
    found.value = next(from, found.value)
    return [found.value]
  }
  return {
    changes: [
      edit('value', fact('Employees', nearby)),
      edit('value', fact('Budget (million)', nearby)),
      edit(
        'value',
        fact('Founded', (from, value) => String(Number(value) + from.pick([-2, -1, 1, 2, 3]))),
      ),
      edit(
        'title',
        fact('Director', from => `${leader(from)}-${from.pick(['Moe', 'Nygaard', 'Strand'])}`),
      ),
      edit(
        'contact',
        fact('Headquarters', from => `${from.pick(['Bell', 'Mint', 'Guild'])} Street ${50 + from.int(100)}`),
      ),
      ...times(2, () =>
        edit('paragraph_added', (entry, from) => {
          const text = `${paragraph(from, pool, 1)} In ${2024 + from.int(3)} ${leader(from)} contested this.`
          entry.texts.splice(1 + from.int(3), 0, text)
          return openings(text)
        }),
      ),
      edit('paragraph_removed', entry => openings(entry.texts.splice(1, 1)[0] ?? '')),
      edit('reworded', (entry, from) => {
        const at = from.int(entry.texts.length)
        const words = ['no longer reports', 'never reported', 'reports only in part', 'was never subject']
        const text = from.pick(words)
        entry.texts[at] = `According to the court the body ${text} to the ministry. ${entry.texts[at]}`
        return [text]
      }),
      moment => {
        const title = `${moment.random.pick(places)} ${moment.random.pick(['Institute', 'Lottery', 'Pilot Service', 'Guild'])} ${1900 + moment.random.int(99)}`
        const entry = draw.mark(moment, make(moment.random, title))
        entries.push(entry)
        touch(moment, entry, moment.random, 'new page')
        const may = [...follow, '/wiki/Main_Page', `/wiki/Category:${entry.category}`]
        return { kind: 'page_added', urls: [entry.path], shows: [title], may, most: 3 }
      },
      moment => {
        const entry = entries.length > 14 ? draw(moment, entries) : null
        if (!entry) return null
        entries.splice(entries.indexOf(entry), 1)
        const may = [...follow, '/wiki/Main_Page', `/wiki/Category:${entry.category}`]
        return { kind: 'page_gone', urls: [entry.path], shows: ['removed: ', '404', entry.title], may, most: 3 }
      },
    ],
    ...{ spare: spare.map(each => each.path), render },
  }
}

export const wiki: Family = {
  ...{ family: 'wiki', half: 'held-out', name: 'OrgWiki', host: 'orgwiki.test', start: '/wiki/Main_Page' },
  ...{ hours: 24, begins: '2026-05-11', build },
}
