// A holding company: a board whose members join and leave, biographies, addresses, accounts, figures, a share ticker.
import { changeRows, factOf, makeDocs, makePeople, nearby, ruleOf } from '../content.ts'
import {
  capital,
  clockTime,
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
  times,
} from '../family.ts'

const pool: Pool = {
  subjects: [
    'Norvik Holding',
    'The shipping division',
    'Our terminal in Arvika',
    'The Group',
    'The executive board',
    'Norvik Energy',
    'The audit committee',
  ],
  verbs: ['acquires', 'expands', 'sells', 'modernises', 'refinances', 'takes over', 'reviews', 'closes'],
  objects: [
    'the cold storage business',
    'a minority stake in Balt Cargo',
    'two bulk carriers',
    'the harbour crane fleet',
    'its bond programme',
    'the site in Lund',
    'the pension scheme',
  ],
  tails: [
    'subject to approval',
    'for an undisclosed sum',
    'by the end of the year',
    'in agreement with the lenders',
    'as announced earlier',
    'to strengthen its core business',
  ],
}
const life: Pool = {
  subjects: [
    'Before joining Norvik',
    'From 2009 to 2016',
    'Early in the career',
    'Since 2018',
    'After studies in Uppsala',
  ],
  verbs: ['led', 'was responsible for', 'advised', 'restructured', 'chaired'],
  objects: [
    'a regional bank',
    'the logistics arm of Vestra',
    'several family firms',
    'the port authority of Kalmar',
    'an insurance group',
  ],
  tails: [
    'in Sweden and Finland',
    'as managing partner',
    'through a difficult period',
    'with 400 employees',
    'for seven years',
  ],
}
const wordings = ['may accept', 'must not accept', 'must report', 'are free to decline', 'have to return']

function build(random: Random): Model {
  const firsts = 'Astrid,Björn,Carin,Didrik,Eskil,Frida,Gunnar,Hedda,Ivar,Johanna,Kerstin,Lars,Magnus,Nils'.split(',')
  const lasts =
    'Almgren,Berglund,Cederholm,Dahlström,Engvall,Forsell,Granath,Hedin,Idberg,Jernberg,Kihlman,Lagerkvist'.split(',')
  const name = (from: Random) => `${from.pick(firsts)} ${from.pick(['', 'M. ', 'K. '])}${from.pick(lasts)}`
  const text = (from: Random) => paragraph(from, life, 2)
  const board = makePeople(random, {
    ...{
      count: 9,
      name,
      text,
      lists: ['/company/board'],
      path: (nth: number, each: string) => `/company/board/${slugOf(each)}-${nth}`,
    },
    posts: ['Chair', 'Vice Chair', 'Independent member', 'Member', 'Employee representative', 'Observer'],
  })
  const management = makePeople(random, {
    ...{ count: 8, name, lists: ['/company/management'] },
    posts: [
      'Chief Executive Officer',
      'Chief Financial Officer',
      'General Counsel',
      'Head of Shipping',
      'Head of Energy',
      'Head of People',
      'Treasurer',
    ],
  })
  const cities = ['Gothenburg', 'Arvika', 'Turku', 'Gdynia', 'Rotterdam', 'Singapore']
  const sites = cities.map(city => ({
    ...{ city, path: `/locations/${slugOf(city)}` },
    rows: [
      { name: 'Address', value: `${random.pick(['Harbour', 'Crane', 'Customs', 'Dock'])} Road ${1 + random.int(120)}` },
      { name: 'Telephone', value: `+46 31 ${digits(random, 3)} ${digits(random, 2)} ${digits(random, 2)}` },
      { name: 'E-mail', value: `${slugOf(city)}@norvik-holding.test` },
      { name: 'Opening hours', value: `${7 + random.int(3)}:00–${15 + random.int(3)}:30` },
    ],
    text: paragraph(random, pool, 2),
  }))
  const bank = ['Customer payments', 'Supplier refunds', 'Donations'].map(each => ({ name: each, value: iban(random) }))
  const figures = [
    'Revenue',
    'Operating result',
    'Net debt',
    'Equity',
    'Employees',
    'Vessels',
    'Dividend per share (öre)',
  ].map(each => ({
    name: each,
    value: digits(random, 3 + random.int(2)),
  }))
  const dates = [
    'Annual report',
    'Annual general meeting',
    'Interim report Q1',
    'Half-year report',
    'Capital markets day',
  ].map((each, at) => ({
    name: each,
    value: longDay(new Date(Date.UTC(2026, 3 + at, 3 + random.int(24)))),
  }))
  const press = makeDocs(random, {
    ...{
      count: 11,
      first: new Date('2026-01-10'),
      every: 9,
      lists: ['/media', '/'],
      path: (nth: number) => `/media/release-${300 + nth}`,
    },
    title: from =>
      `Norvik ${from.pick(pool.verbs)} ${from.pick(pool.objects)} ${from.pick(['', 'in Finland', 'early', 'in full'])}`.trim(),
    text: from => paragraph(from, pool),
    facts: [
      'The transaction is valued at # million kronor.',
      'Around # employees are affected.',
      'The order comprises # containers.',
    ],
    number: from => digits(from, 3),
    ...{
      wordings,
      starts: ['Directors', 'Employees', 'Brokers'],
      ends: ['gifts from suppliers.', 'board seats elsewhere.', 'travel paid by others.'],
      day: longDay,
    },
  })
  const policies = makeDocs(random, {
    ...{
      count: 5,
      first: new Date('2025-06-01'),
      every: 30,
      lists: ['/compliance'],
      path: (nth: number) => `/compliance/policy-${nth}`,
    },
    title: from =>
      `${capital(from.pick(['sanctions', 'gifts', 'insider', 'supplier', 'privacy', 'travel']))} policy ${from.pick(['for the Group', 'for subsidiaries', 'for contractors'])}`,
    text: from => paragraph(from, pool, 2),
    facts: ['The threshold is # kronor.', 'Records are kept for # months.'],
    number: from => digits(from, 3 + from.int(2)),
    ...{
      wordings,
      starts: ['Directors', 'Employees', 'Agents of the Group'],
      ends: ['gifts from suppliers.', 'cash payments.', 'invitations.'],
      day: longDay,
    },
  })
  const spare = makeSpare(
    random,
    at => `/sustainability/topic-${at}`,
    'Climate,Safety at sea,Human rights,Waste water,Training,Diversity,Local suppliers,Reporting,Whistleblowing'.split(
      ',',
    ),
    from => paragraph(from, pool),
  )

  function layout(moment: Moment, path: string, title: string, body: string) {
    const noise = moment.of(path)
    const nav = [
      ['/company/board', 'Board'],
      ['/company/management', 'Management'],
      ['/investors', moment.round >= 10 ? 'Investor relations' : 'Investors'],
      ['/media', 'Media'],
      ['/compliance', 'Compliance'],
      ['/sustainability', 'Sustainability'],
      ['/contact', 'Contact'],
    ]
    const share = (140 + noise.int(400) / 10).toFixed(2)
    return html(`<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${title} – Norvik Holding AB</title><meta property="og:updated_time" content="${moment.date.toISOString()}">
<script nonce="${hex(noise, 16)}">window.dataLayer=[{page:"${hex(noise, 8)}"}]</script></head><body class="${moment.round >= 10 ? 'v2' : 'v1'}">
<div class="cookie-banner" data-variant="${noise.pick(['a', 'b'])}">${noise.pick(['We use cookies to improve this site.', 'This site uses cookies. Choose what you allow.'])} <button>Accept</button></div>
<header><a href="/" class="brand">Norvik</a><div class="ticker">NVK ${share} SEK <span class="delta">${noise.pick(['+', '−'])}${(noise.int(300) / 100).toFixed(2)} %</span> <time>${clockTime(noise)}</time></div>
<nav><ul>${nav.map(([to, label]) => `<li><a href="${to}">${label}</a></li>`).join(gap(noise))}</ul></nav></header>${gap(noise)}
<main id="content"><div class="container">${body}</div></main>${gap(noise)}
<aside class="teasers"><h2>${noise.pick(['You may also like', 'Read more', 'More from Norvik'])}</h2>${some(
      noise,
      spare,
      2,
    )
      .map(each => `<a class="teaser" href="${each.path}"><h3>${each.title}</h3></a>`)
      .join('')}</aside>
<footer><div class="row"><div>Latest release: <a href="${press.all[0]?.path}">${press.all[0]?.title}</a></div><div>© ${moment.date.getUTCFullYear()} Norvik Holding AB, reg. no. 556677-8899</div></div></footer></body></html>`)
  }
  const paragraphs = (texts: string[]) => texts.map(each => `<p>${each}</p>`).join('\n')
  const list = (rows: { name: string; value: string }[]) =>
    `<dl class="facts">${rows.map(row => `<dt>${row.name}</dt><dd>${row.value}</dd>`).join('\n')}</dl>`
  const links = (items: { path: string; title: string }[]) =>
    `<ul class="links">${items.map(each => `<li><a href="${each.path}">${each.title}</a></li>`).join('\n')}</ul>`

  function render(moment: Moment) {
    const answers = new Map<string, ReturnType<typeof html>>()
    const put = (path: string, title: string, body: string) =>
      answers.set(path, layout(moment, path, title, `<h1>${title}</h1>${body}`))
    const slogan = moment.of('/#slogan').pick(['Moving the north', 'Cargo, energy, people', 'At home in every harbour'])
    put(
      '/',
      'Norvik Holding',
      `<p class="hero">${slogan}</p><h2>News</h2>${links(press.all.slice(0, 4))}<h2>Locations</h2>${links(sites.map(each => ({ path: each.path, title: each.city })))}`,
    )
    put(
      '/company/board',
      'Board of directors',
      `<div class="cards">${board.all.map(each => `<div class="card"><a href="${each.path}"><h3>${each.name}</h3></a><p>${each.post}</p></div>`).join('\n')}</div>`,
    )
    for (const each of board.all)
      put(
        each.path,
        each.name,
        `<p class="lead">${each.post}</p>${paragraphs(each.texts)}<p>Holds ${each.name.length * 120} shares.</p>`,
      )
    put(
      '/company/management',
      'Group management',
      `<table>${management.all.map(each => `<tr><td>${each.name}</td><td>${each.post}</td></tr>`).join('\n')}</table>`,
    )
    put(
      '/investors',
      'Investors',
      `<h2>Key figures, million kronor</h2>${list(figures)}<h2>Financial calendar</h2>${list(dates)}`,
    )
    put(
      '/contact',
      'Contact',
      `${links(sites.map(each => ({ path: each.path, title: each.city })))}<h2>Bank accounts</h2>${list(bank)}`,
    )
    for (const each of sites)
      put(
        each.path,
        each.city,
        `${paragraphs([each.text])}${list(each.rows)}<div class="map" data-token="${hex(moment.of(each.path), 12)}"></div>`,
      )
    put('/media', 'Media releases', links(press.all))
    for (const doc of press.all)
      put(
        doc.path,
        doc.title,
        `<time>${longDay(doc.day)}</time>${paragraphs([...doc.texts, factOf(doc)])}<p class="share">Shared ${moment.of(doc.path).int(50)} times</p>`,
      )
    put('/compliance', 'Compliance', links(policies.all))
    for (const doc of policies.all)
      put(
        doc.path,
        doc.title,
        paragraphs([
          ...doc.texts,
          factOf(doc),
          ruleOf(doc, wordings),
          `This policy is reviewed by ${longDay(doc.until)}.`,
        ]),
      )
    put('/sustainability', 'Sustainability', links(spare))
    for (const each of spare) put(each.path, each.title, paragraphs(each.texts))
    return answers
  }
  const contactChange = (rows: { name: string; value: string }[], path: string) =>
    changeRows(
      rows,
      (from, { name: what }) =>
        what === 'Address'
          ? `${from.pick(['Quay', 'Anchor', 'Lock'])} Street ${1 + from.int(200)}`
          : what === 'Telephone'
            ? `+46 31 ${digits(from, 3)} ${digits(from, 2)} ${digits(from, 2)}`
            : what === 'E-mail'
              ? `${from.pick(['office', 'desk', 'port'])}${digits(from, 2)}@norvik-holding.test`
              : `${6 + from.int(4)}:15–${14 + from.int(4)}:45`,
      { kind: 'contact', urls: [path] },
    )
  return {
    changes: [
      ...Object.values(board.changes),
      ...Object.values(management.changes),
      ...times(2, at => contactChange(sites[at * 2]?.rows ?? [], sites[at * 2]?.path ?? '')),
      contactChange(sites[3]?.rows ?? [], sites[3]?.path ?? ''),
      changeRows(bank, iban, { kind: 'contact', urls: ['/contact'] }),
      changeRows(figures, (from, row) => nearby(from, row.value), { kind: 'value', urls: ['/investors'] }),
      changeRows(dates, from => longDay(new Date(Date.UTC(2026, 3 + from.int(8), 1 + from.int(28)))), {
        kind: 'deadline',
        urls: ['/investors'],
      }),
      ...[press.changes.added, press.changes.corrected, press.changes.extended],
      ...[policies.changes.reworded, policies.changes.corrected, policies.changes.shortened],
    ],
    ...{ spare: spare.map(each => each.path), render, redesign: { round: 10, shows: ['Investor relations'] } },
  }
}

const iban = (from: Random): string => `SE${digits(from, 2)} ${times(5, () => digits(from, 4)).join(' ')}`

export const board: Family = {
  ...{ family: 'board', half: 'tuning', name: 'Norvik Holding', host: 'norvik-holding.test', start: '/' },
  ...{ hours: 48, begins: '2026-02-02', build },
}
