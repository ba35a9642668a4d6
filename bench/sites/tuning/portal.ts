// A daily paper's portal: a rotating front page, trending lists, advertisements, times ago, weather, corrected articles.
import { changeRows, factOf, makeDocs, makePeople, nearby, ruleOf } from '../content.ts'
import {
  capital,
  digits,
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
  slugOf,
  some,
} from '../family.ts'

const pool: Pool = {
  subjects: [
    'The city council',
    'Residents of the old town',
    'The hospital trust',
    'A local brewery',
    'The tram operator',
    'Police',
    'The football club',
    'Two schools',
    'The fire brigade',
  ],
  verbs: ['rejects', 'welcomes', 'postpones', 'investigates', 'defends', 'approves', 'criticises', 'celebrates'],
  objects: [
    'the plan for a new bridge',
    'a ban on fireworks',
    'higher parking fees',
    'the sale of the cinema',
    'the night bus trial',
    'a record harvest',
    'the repair of the town hall',
    'the merger of libraries',
  ],
  tails: [
    'after a long debate',
    'in a letter seen by this paper',
    'against expert advice',
    'for the third time',
    'despite protests',
    'with a narrow majority',
    'on Tuesday evening',
  ],
}
const sections = ['Politics', 'Business', 'Culture', 'Sport', 'Region']
const adverts = [
  'Win a weekend in the mountains – enter now',
  'Car insurance from 9 a month',
  'The sofa sale ends soon',
  'Learn Italian in ten weeks',
  'Solar panels: free quote in your area',
  'Hearing aids: the test of the year',
  'Subscribe now: 3 months for 1',
]
const ago = [
  'just now',
  '5 minutes ago',
  '12 minutes ago',
  '47 minutes ago',
  '1 hour ago',
  '3 hours ago',
  'yesterday',
  '2 days ago',
]
const wordings = ['may', 'must', 'must not', 'will not be able to', 'are expected to']

function build(random: Random): Model {
  const docs = makeDocs(random, {
    ...{
      count: 24,
      first: new Date('2026-04-20'),
      every: 0.5,
      lists: [],
      path: (nth: number, title: string) => `/${slugOf(sections[nth % 5] ?? '')}/${slugOf(title)}-${7000 + nth}`,
    },
    title: from =>
      `${from.pick(pool.subjects).replace(/^(The|A) /, '')} ${from.pick(pool.verbs)} ${from.pick(pool.objects)}`.replace(
        /^./,
        first => first.toUpperCase(),
      ),
    text: from => paragraph(from, pool),
    facts: [
      'The costs are estimated at # million.',
      'About # people took part.',
      'The vote ended with # to 12.',
      'The court set a fine of # thousand.',
    ],
    number: from => digits(from, 3),
    ...{
      wordings,
      starts: ['Shop owners', 'Drivers', 'Parents', 'Visitors'],
      ends: ['use the ring road from June.', 'pay the new fee.', 'apply in person.'],
      day: longDay,
      paragraphs: 4,
    },
  })
  const staff = makePeople(random, {
    ...{ count: 10, lists: ['/about/newsroom'] },
    name: from =>
      `${from.pick(['Amelia', 'Brendan', 'Cormac', 'Deirdre', 'Eoin', 'Fiona', 'Grainne', 'Hugh'])} ${from.pick(['Byrne', 'Carroll', 'Doyle', 'Egan', 'Flynn', 'Garvey', 'Hickey', 'Keane', 'Lynch'])}`,
    posts: [
      'Editor-in-chief',
      'Deputy editor',
      'Chief reporter',
      'Court reporter',
      'Culture editor',
      'Photographer',
      'Sub-editor',
    ],
  })
  const imprint = ['Newsroom', 'Subscriptions', 'Advertising', 'Front desk'].map(name => ({
    name,
    value: `01632 ${digits(random, 6)}`,
  }))
  const league = ['Ashford', 'Brigg', 'Corby', 'Deal', 'Esher', 'Frome', 'Goole', 'Hythe'].map(name => ({
    name,
    value: `${8 + random.int(50)} pts`,
  }))
  const fees = ['Daily, print', 'Weekend, print', 'Digital', 'Student', 'E-paper archive'].map(name => ({
    name,
    value: `${4 + random.int(40)}.${random.pick(['00', '50', '90'])}`,
  }))
  const spare = makeSpare(
    random,
    at => `/service/info-${at}`,
    'Letters to the editor,Photo rights,Delivery problems,Reader trips,Obituaries,How we work,Corrections policy,Crossword help,Town archive'.split(
      ',',
    ),
    from => paragraph(from, pool),
  )
  const sectionOf = (path: string) => path.split('/')[1] ?? ''

  function layout(moment: Moment, path: string, title: string, body: string) {
    const noise = moment.of(path)
    const trending = some(noise, docs.all, 5).map(
      (doc, at) => `<li><span class="rank">${at + 1}</span><a href="${doc.path}">${doc.title}</a></li>`,
    )
    const ad = () =>
      `<div class="ad-slot" id="ad-${hex(noise, 5)}"><span class="ad-label">Advertisement</span><a href="https://ads.example/${hex(noise, 8)}" rel="sponsored nofollow">${noise.pick(adverts)}</a></div>`
    return html(`<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${title} | Daily Herald</title><meta name="build" content="${hex(noise, 12)}"></head>
<body class="edition-${moment.round}"><div class="strip"><span class="weather">${noise.pick(['Cloudy', 'Sunny', 'Light rain', 'Fog'])}, ${2 + noise.int(20)} °C</span> <span class="date">${longDay(moment.date)}</span></div>
<header class="masthead"><a href="/">Daily Herald</a><nav>${sections.map(each => `<a href="/${slugOf(each)}">${each}</a>`).join(gap(noise))}<a href="/about/newsroom">Newsroom</a><a href="/about/contact">Contact</a><a href="/table">League table</a><a href="/subscribe">Subscribe</a><a href="/service">Service</a></nav></header>
${ad()}<div class="columns"><div class="main-column">${gap(noise)}${body}</div><div class="side-column"><section class="trending"><h3>${moment.round >= 6 ? 'Most read now' : 'Trending'}</h3><ol>${trending.join('')}</ol></section>${ad()}
<section class="live"><h3>Live</h3><p>${noise.pick(['Traffic: slow on the ring road', 'Markets: little change', 'Ferry: running on time', 'Air quality: good'])} <time>${noise.pick(ago)}</time></p></section></div></div>
<footer>© Daily Herald ${moment.date.getUTCFullYear()} <a href="/service">Service</a> <span>${1000 + noise.int(9000)} readers online</span></footer></body></html>`)
  }
  const paragraphs = (texts: string[]) => texts.map(each => `<p>${each}</p>`).join('\n')
  const rowsOf = (rows: { name: string; value: string }[]) =>
    `<table>${rows.map(row => `<tr><td>${row.name}</td><td>${row.value}</td></tr>`).join('\n')}</table>`

  function render(moment: Moment) {
    const answers = new Map<string, ReturnType<typeof html>>()
    const put = (path: string, title: string, body: string) => answers.set(path, layout(moment, path, title, body))
    const teaser = (noise: Random) => (doc: (typeof docs.all)[number]) =>
      `<article class="teaser"><h2><a href="${doc.path}">${doc.title}</a></h2><p>${doc.texts[0]?.split('. ')[0]}.</p><span class="meta">${noise.pick(ago)} · ${noise.int(80)} comments</span></article>`
    const front = moment.of('/#front')
    put(
      '/',
      'Front page',
      `<h1 class="visually-hidden">Front page</h1>${some(front, docs.all.slice(0, 16), 9).map(teaser(front)).join('\n')}`,
    )
    for (const section of sections) {
      const noise = moment.of(`/${slugOf(section)}#list`)
      put(
        `/${slugOf(section)}`,
        section,
        `<h1>${section}</h1>${docs.all
          .filter(doc => sectionOf(doc.path) === slugOf(section))
          .map(teaser(noise))
          .join('\n')}`,
      )
    }
    for (const doc of docs.all) {
      const noise = moment.of(`${doc.path}#more`)
      put(
        doc.path,
        doc.title,
        `<article><h1>${doc.title}</h1><p class="byline">By our reporter · ${longDay(doc.day)} · <span class="updated">${noise.pick(ago)}</span></p>${paragraphs([...doc.texts.slice(0, 2), factOf(doc)])}<div class="inline-related">See also: <a href="${docs.all[noise.int(docs.all.length)]?.path}">${noise.pick(docs.all).title}</a></div>${paragraphs([...doc.texts.slice(2), ruleOf(doc, wordings)])}</article>
<div class="reactions">${noise.int(300)} likes · ${noise.int(90)} comments</div><section class="more"><h3>More on this</h3>${some(noise, docs.all, 3).map(teaser(noise)).join('')}</section>`,
      )
    }
    put(
      '/about/newsroom',
      'Newsroom',
      `<h1>The newsroom</h1><ul>${staff.all.map(each => `<li><b>${each.name}</b>, ${each.post}</li>`).join('\n')}</ul>`,
    )
    put('/about/contact', 'Contact', `<h1>Contact</h1>${rowsOf(imprint)}`)
    put('/table', 'League table', `<h1>Second division</h1>${rowsOf(league)}`)
    put('/subscribe', 'Subscribe', `<h1>Prices per month</h1>${rowsOf(fees)}`)
    put(
      '/service',
      'Service',
      `<h1>Service</h1><ul>${spare.map(each => `<li><a href="${each.path}">${each.title}</a></li>`).join('')}</ul>`,
    )
    for (const each of spare) put(each.path, each.title, `<h1>${each.title}</h1>${paragraphs(each.texts)}`)
    return answers
  }
  const { changes: on } = docs
  return {
    changes: [
      ...[
        on.added,
        on.added,
        on.added,
        on.corrected,
        on.corrected,
        on.extended,
        on.shortened,
        on.retitled,
        on.reworded,
        on.removed,
      ],
      ...Object.values(staff.changes),
      changeRows(imprint, from => `01632 ${digits(from, 6)}`, { kind: 'contact', urls: ['/about/contact'] }),
      changeRows(league, (from, row) => `${Number.parseInt(row.value, 10) + from.pick([1, 3])} pts`, {
        kind: 'value',
        urls: ['/table'],
      }),
      changeRows(fees, (from, row) => `${nearby(from, row.value.replace(/\..*/, ''))}.${row.value.slice(-2)}`, {
        kind: 'value',
        urls: ['/subscribe'],
      }),
    ],
    ...{ spare: spare.map(each => each.path), render, redesign: { round: 6, shows: ['Most read now'] } },
  }
}

export const portal: Family = {
  ...{ family: 'portal', half: 'tuning', name: capital('daily Herald'), host: 'daily-herald.test', start: '/' },
  ...{ hours: 24, begins: '2026-05-04', build },
}
