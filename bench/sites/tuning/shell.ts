// A single-page application that the server renders: state as JSON in a script, class names that change with each build.
import { changeRows, type Doc, factOf, makeDocs, makePeople, nearby, type Row, ruleOf } from '../content.ts'
import {
  clockTime,
  digits,
  drawer,
  type Family,
  hex,
  html,
  isoDay,
  type Model,
  type Moment,
  makeSpare,
  type Pool,
  paragraph,
  type Random,
  slugOf,
  times,
} from '../family.ts'

const pool: Pool = {
  subjects: [
    'Line 4',
    'The night service',
    'The depot at Weir Lane',
    'Our control room',
    'The accessibility panel',
    'A replacement bus',
    'The ticket office',
  ],
  verbs: ['serves', 'skips', 'connects', 'reaches', 'no longer calls at', 'returns to', 'terminates at'],
  objects: [
    'Central Station',
    'the university',
    'Harbour Gate',
    'the exhibition grounds',
    'Elm Park',
    'the airport loop',
    'Old Market',
  ],
  tails: [
    'on weekdays',
    'every twelve minutes',
    'until further notice',
    'during the works',
    'at weekends only',
    'from platform 3',
    'without a change',
  ],
}
const states = [
  'Normal service',
  'Reduced service',
  'Suspended',
  'Diverted via Elm Park',
  'Closed until further notice',
]
const wordings = [
  'may be taken',
  'must not be taken',
  'are carried free of charge',
  'need a ticket',
  'are refused at peak time',
]

function build(random: Random): Model {
  const lines = times(8, at => ({ name: `Line ${at + 1}`, value: 'Normal service' }))
  const lineRows = lines.map(({ name }) =>
    ['First departure', 'Last departure', 'Interval, minutes', 'Journey time, minutes'].map((what, at) => ({
      name: what,
      value:
        at === 0
          ? `0${4 + random.int(2)}:${10 + random.int(49)}`
          : at === 1
            ? `23:${10 + random.int(49)}`
            : String(6 + random.int(40)),
      line: name,
    })),
  )
  const fares = ['Single', 'Short trip', 'Day ticket', 'Ten trips', 'Month', 'Month, reduced', 'Year', 'Bicycle'].map(
    name => ({ name, value: `${1 + random.int(90)}.${random.pick(['20', '50', '80'])}` }),
  )
  const contact = [
    { name: 'Customer line', value: `0345 ${digits(random, 3)} ${digits(random, 4)}` },
    { name: 'Lost property', value: `0345 ${digits(random, 3)} ${digits(random, 4)}` },
    { name: 'Complaints', value: 'complaints@metro-transit.test' },
    { name: 'Ticket office', value: '07:00–19:00' },
  ]
  const docs = makeDocs(random, {
    ...{
      count: 12,
      first: new Date('2026-05-20'),
      every: 6,
      lists: ['/news', '/'],
      path: (nth: number) => `/news/${nth}-${hex(random, 6)}`,
    },
    title: from =>
      `${from.pick(['Works', 'New stop', 'Detour', 'Timetable', 'Safety notice', 'Survey'])}: ${from.pick(pool.subjects).toLowerCase()} ${from.pick(pool.verbs)} ${from.pick(pool.objects)}`,
    text: from => paragraph(from, pool),
    facts: ['The works cost # thousand.', 'Expect delays of # minutes.', 'We add # seats.'],
    number: from => digits(from, 2),
    ...{
      wordings,
      starts: ['Bicycles', 'Dogs', 'Large suitcases', 'Folding scooters'],
      ends: ['on trams.', 'on night buses.', 'before 9 o’clock.'],
      day: isoDay,
    },
  })
  const people = makePeople(random, {
    ...{ count: 9, lists: ['/about/people'] },
    name: from =>
      `${from.pick(['Priya', 'Marcus', 'Leila', 'Owen', 'Zofia', 'Andre', 'Kemi', 'Tariq'])} ${from.pick(['Okafor', 'Lindqvist', 'Mistry', 'Hale', 'Nowak', 'Barros', 'Chaudhry', 'Reid', 'Vane'])}`,
    posts: [
      'Managing director',
      'Director of operations',
      'Director of finance',
      'Head of safety',
      'Head of stations',
      'Passenger ombudsman',
    ],
  })
  const spare = makeSpare(
    random,
    at => `/help/topic-${at}`,
    'Refunds,Lost tickets,Group travel,Lifts,Guide dogs,Night service,Student card,App help,Fines'.split(','),
    from => paragraph(from, pool),
  )

  function layout(moment: Moment, path: string, title: string, body: string, props: unknown) {
    const noise = moment.of(path)
    // All pages of one build share the hash of a name, as bundlers make it.
    const hashed = (name: string) => `${name}_${hex(moment.of(`class ${name}`), 5)}`
    const withClasses = body.replaceAll(
      /class="(\w+)"/g,
      (_, name: string) => `class="${hashed(name)} css-${hex(moment.of(`css ${name}`), 6)}"`,
    )
    const build = hex(moment.of('build'), 20)
    const state = {
      props: {
        pageProps: props,
        session: hex(noise, 24),
        renderedAt: `${isoDay(moment.date)}T${clockTime(noise)}:00Z`,
      },
      page: path,
      buildId: build,
    }
    const wrapper = moment.round >= 11 ? `<div class="${hashed('shell')}"><div>` : `<div class="${hashed('root')}">`
    const end = moment.round >= 11 ? '</div></div>' : '</div>'
    const nav = [
      ['/', 'Status'],
      ['/news', 'News'],
      ['/fares', 'Fares'],
      ['/about/people', 'People'],
      ['/contact', 'Contact'],
      ['/help', 'Help'],
    ]
    return html(`<!DOCTYPE html><html lang="en" data-theme="${noise.pick(['light', 'dark'])}"><head><meta charSet="utf-8"/><title>${title} · Metro Transit</title><link rel="preload" href="/_next/static/${build}/main.js" as="script"/><style data-emotion="css ${hex(noise, 6)}">.x{color:#${hex(noise, 6)}}</style></head>
<body><div id="__next">${wrapper}<header class="${hashed('header')}"><a href="/">Metro Transit</a><nav>${nav.map(([to, label]) => `<a class="${hashed('link')}" href="${to}">${label}</a>`).join('')}</nav><span>Live: ${noise.int(200)} vehicles on the road</span></header><main>${withClasses}</main><footer class="${hashed('footer')}"><span>Updated ${clockTime(noise)}</span><span>Build ${build}</span><span>© ${moment.date.getUTCFullYear()} Metro Transit</span></footer>${end}</div>
<script id="__NEXT_DATA__" type="application/json">${JSON.stringify(state)}</script><script src="/_next/static/chunks/${hex(noise, 10)}.js" async=""></script></body></html>`)
  }
  const paragraphs = (texts: string[]) => texts.map(each => `<p class="text">${each}</p>`).join('')
  const grid = (rows: Row[]) =>
    `<div class="grid">${rows.map(row => `<div class="cell"><span class="label">${row.name}</span><span class="value">${row.value}</span></div>`).join('')}</div>`
  const list = (items: { path: string; title: string }[]) =>
    `<ul class="list">${items.map(each => `<li><a href="${each.path}">${each.title}</a></li>`).join('')}</ul>`
  const drawLine = drawer<Row>()
  const linePath = (at: number) => `/line/${at + 1}`

  function render(moment: Moment) {
    const answers = new Map<string, ReturnType<typeof html>>()
    const put = (path: string, title: string, body: string, props: unknown) =>
      answers.set(path, layout(moment, path, title, `<h1 class="title">${title}</h1>${body}`, props))
    const soon = moment.of('/#soon')
    const next = times(
      4,
      () => `<li>${soon.pick(lines).name} to ${soon.pick(pool.objects)} in ${1 + soon.int(12)} min</li>`,
    ).join('')
    put(
      '/',
      'Service status',
      `${grid(lines)}${list(lines.map((each, at) => ({ path: linePath(at), title: each.name })))}<section class="live"><h2>Next departures</h2><ul>${next}</ul></section><h2>News</h2>${list(docs.all.slice(0, 3))}`,
      { lines },
    )
    for (const [at, line] of lines.entries())
      put(
        linePath(at),
        line.name,
        `<p class="status">${line.value}</p>${grid(lineRows[at] ?? [])}<p class="crowd">Crowding now: ${moment.of(linePath(at)).pick(['low', 'medium', 'high'])}</p>`,
        { line, rows: lineRows[at] },
      )
    put('/fares', 'Fares', grid(fares), { fares })
    put('/contact', 'Contact', grid(contact), { contact })
    put(
      '/about/people',
      'People',
      `<div class="people">${people.all.map(each => `<div class="person"><strong>${each.name}</strong><em>${each.post}</em></div>`).join('')}</div>`,
      { people: people.all.map(({ name, post }) => ({ name, post })) },
    )
    put('/news', 'News', list(docs.all), { items: docs.all.map(({ path, title }) => ({ path, title })) })
    const post = (doc: Doc) => [
      ...doc.texts,
      factOf(doc),
      ruleOf(doc, wordings),
      `In force until ${isoDay(doc.until)}.`,
    ]
    for (const doc of docs.all)
      put(doc.path, doc.title, `<time>${isoDay(doc.day)}</time>${paragraphs(post(doc))}`, { body: post(doc) })
    put('/help', 'Help', list(spare), {})
    for (const each of spare) put(each.path, each.title, paragraphs(each.texts), { id: slugOf(each.title) })
    return answers
  }
  const { changes: on } = docs
  const timeOrCount = (from: Random, row: Row) =>
    row.value.includes(':') ? `${row.value.slice(0, 2)}:${10 + from.int(49)}` : nearby(from, row.value)
  return {
    changes: [
      moment => {
        const line = drawLine(moment, lines)
        if (!line) return null
        const at = lines.indexOf(line)
        line.value = moment.random.pick(states.filter(each => each !== line.value))
        return { kind: 'status', urls: ['/', linePath(at)], shows: [line.value] }
      },
      ...[1, 4, 6].map(at => changeRows(lineRows[at] ?? [], timeOrCount, { kind: 'value', urls: [linePath(at)] })),
      changeRows(fares, (from, row) => `${nearby(from, row.value.replace(/\..*/, ''))}.${row.value.slice(-2)}`, {
        kind: 'value',
        urls: ['/fares'],
      }),
      changeRows(
        contact,
        (from, row) =>
          row.value.includes('@')
            ? `care${digits(from, 2)}@metro-transit.test`
            : row.value.includes('–')
              ? `0${6 + from.int(3)}:30–${18 + from.int(4)}:00`
              : `0345 ${digits(from, 3)} ${digits(from, 4)}`,
        { kind: 'contact', urls: ['/contact'] },
      ),
      ...Object.values(people.changes),
      ...[on.added, on.added, on.corrected, on.reworded, on.extended, on.shortened, on.postponed, on.removed],
    ],
    ...{ spare: spare.map(each => each.path), render },
  }
}

export const shell: Family = {
  ...{ family: 'shell', half: 'tuning', name: 'Metro Transit', host: 'metro-transit.test', start: '/' },
  ...{ hours: 24, begins: '2026-08-03', build },
}
