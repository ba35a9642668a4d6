// A ministry's site of 2005: nested tables, fonts, a visitor counter, the date of today, prices and telephone numbers.
import {
  type Applied,
  type Change,
  clockTime,
  daysAfter,
  drawer,
  type Family,
  gap,
  html,
  longDay,
  type Model,
  type Moment,
  type Pool,
  paragraph,
  type Random,
  shuffled,
  some,
  times,
  weekDay,
} from '../family.ts'

const pool: Pool = {
  subjects: [
    'The Department of Crop Production',
    'The Veterinary Service',
    'The State Seed Inspectorate',
    'The Directorate of Irrigation',
    'A delegation of the Ministry',
    'The regional office in Marnov',
    'The Grain Quality Laboratory',
    'The working group on land reform',
  ],
  verbs: ['reviewed', 'published', 'completed', 'presented', 'financed', 'inspected', 'started', 'summarised'],
  objects: [
    'the survey of winter crops',
    'the vaccination of cattle',
    'the storage facilities of the reserve',
    'the programme for young farmers',
    'the rules for imported seed',
    'the repair of the main canal',
    'the census of orchards',
    'the report on soil quality',
  ],
  tails: [
    'in the eastern districts',
    'together with the cooperatives',
    'at the request of the Government',
    'before the beginning of the season',
    'with support of the development bank',
    'after consultation with producers',
    'under the national programme',
    'in the course of the quarter',
  ],
}
const goods =
  'Soybean,Winter wheat,Maize,Barley,Sunflower seed,Rapeseed,Rice (paddy),Potatoes,Onions,Raw milk,Beef cattle,Pork,Eggs (100),Sugar beet'.split(
    ',',
  )
const regions = ['Marnov', 'Upper Selva', 'Tirgul', 'Lake District', 'Kostany', 'Southern Plain']
const surnames =
  'Balan,Cernea,Dobre,Ermolov,Fratila,Gavril,Hristu,Ionescu,Jorza,Kostin,Lupan,Mocanu,Negru,Onica,Pavlov,Rusu,Sandu,Toma,Ursu,Vrabie'.split(
    ',',
  )
const givenNames = 'Andrei,Bogdan,Corina,Daria,Elena,Filip,Grigore,Horia,Irina,Leonid,Maria,Nadia,Oleg,Petru'.split(',')
const posts = [
  'Minister',
  'First Deputy Minister',
  'Deputy Minister',
  'State Secretary',
  'Head of the Secretariat',
  'Head of Department',
  'Chief Inspector',
  'Adviser',
]
const units =
  'Secretariat,Press Office,Crop Production,Livestock,Veterinary Service,Seed Inspectorate,Irrigation,Land Registry,Accounts,Personnel,Legal Office,Archives,Foreign Relations,Statistics,Hot line for farmers,Procurement'.split(
    ',',
  )
const wishes = ['may be', 'must not be', 'must be', 'need not be']

type Article = { path: string; title: string; day: Date; texts: string[] }
type Law = { path: string; title: string; rules: { start: string; modal: number; end: string }[] }
type Tender = { path: string; title: string; until: Date; texts: string[] }

function build(random: Random): Model {
  const person = () => `${random.pick(givenNames)} ${random.pick(surnames)}`
  const phone = (from: Random) =>
    `(0${22 + from.int(4)}) ${20 + from.int(70)}-${10 + from.int(90)}-${10 + from.int(90)}`
  const first = new Date('2005-03-07')
  const prices = goods.map(name => ({ name, price: 90 + random.int(900) }))
  const markets = regions.map((name, at) => ({
    path: `/markets/m${at + 1}.htm`,
    name,
    rows: some(random, goods, 9).map(name => ({ name, price: 80 + random.int(900) })),
  }))
  const phones = units.map(name => ({ name, room: 100 + random.int(300), phone: phone(random) }))
  const staff = times(14, at => ({ name: person(), post: posts[Math.min(at, 7)] as string }))
  const offices = regions.map(name => ({
    name,
    street: `${random.pick(['Station', 'Mill', 'Market', 'Canal'])} Street ${1 + random.int(90)}`,
    hours: `${random.pick(['8.00', '8.30', '9.00'])} - ${random.pick(['16.00', '16.30', '17.00'])}`,
  }))
  const titleOf = (from: Random) => {
    const topic = from.pick(pool.objects).replace(/^the /, '')
    return `${topic.charAt(0).toUpperCase()}${topic.slice(1)} ${from.pick(pool.tails)}`
  }
  let nextNews = 118
  const newArticle = (day: Date, from: Random): Article => {
    nextNews += 1
    return {
      path: `/news/n${nextNews}.htm`,
      title: `${titleOf(from)}, ${from.pick(regions)}`,
      day,
      texts: times(3, () => paragraph(from, pool)),
    }
  }
  const news = times(14, at => newArticle(daysAfter(first, at * 3 - 60), random))
  const laws: Law[] = times(8, at => ({
    path: `/laws/law${at + 1}.htm`,
    title: `Order No. ${40 + at * 7} on ${random.pick(pool.objects).replace(/^the /, '')}`,
    rules: times(7, () => ({
      start: random.pick([
        'Seed of foreign origin',
        'Plots below two hectares',
        'Animals in transit',
        'Applications of cooperatives',
        'Samples of grain',
        'Machines bought on credit',
      ]),
      modal: random.int(4),
      end: `${random.pick(['registered', 'sold', 'stored', 'transported', 'inspected'])} ${random.pick(pool.tails)}`,
    })),
  }))
  const tenders: Tender[] = times(7, at => ({
    path: `/tenders/t${at + 1}.htm`,
    title: `Tender ${at + 11}/05: ${random.pick(['office furniture', 'two tractors', 'laboratory glass', 'printing of forms', 'heating oil', 'a water pump'])}`,
    until: daysAfter(first, 20 + random.int(50)),
    texts: [paragraph(random, pool), paragraph(random, pool)],
  }))
  const spare = times(9, at => ({
    path: `/about/a${at + 1}.htm`,
    title: `${random.pick(['History', 'Tasks', 'Structure', 'Museum', 'Library', 'Awards', 'Partners'])} of the ministry, part ${at + 1}`,
    texts: times(4, () => paragraph(random, pool)),
  }))

  const price = drawer<{ price: number; name: string }>()
  const drawPhone = drawer<(typeof phones)[number]>()
  const drawLaw = drawer<Law>()
  const drawTender = drawer<Tender>()
  const drawNews = drawer<Article>()
  const drawOffice = drawer<(typeof offices)[number]>()
  const drawPerson = drawer<(typeof staff)[number]>()
  const changed = (moment: Moment, row: { price: number }): string => {
    const step = moment.random.once(3) ? 1 + moment.random.int(8) : 10 + moment.random.int(60)
    row.price += moment.random.once(2) ? step : -Math.min(step, row.price - 20)
    return String(row.price)
  }
  const changes: Change[] = [
    moment => {
      const row = price(moment, prices)
      return row && { kind: 'value', urls: ['/prices.htm'], shows: [changed(moment, row)] }
    },
    moment => {
      const market = moment.random.pick(markets)
      const row = price(moment, market.rows)
      return row && { kind: 'value', urls: [market.path], shows: [changed(moment, row)] }
    },
    moment => {
      const row = drawPhone(moment, phones)
      if (!row) return null
      row.phone = phone(moment.random)
      return { kind: 'contact', urls: ['/phones.htm'], shows: [row.phone, row.phone.replace(/^\(\d+\) /, '')] }
    },
    moment => {
      const one = drawPerson(moment, staff.slice(3))
      if (!one || staff.length < 8) return null
      staff.splice(staff.indexOf(one), 1)
      return { kind: 'person_removed', urls: ['/staff.htm'], shows: [one.name] }
    },
    moment => {
      const name = `${moment.random.pick(givenNames)} ${moment.random.pick(surnames)}-${moment.random.pick(surnames)}`
      const one = drawPerson.mark(moment, { name, post: moment.random.pick(posts.slice(3)) })
      staff.splice(4 + moment.random.int(4), 0, one)
      return { kind: 'person_added', urls: ['/staff.htm'], shows: [name] }
    },
    moment => {
      const article = drawNews.mark(moment, newArticle(moment.date, moment.random))
      news.unshift(article)
      return {
        kind: 'page_added',
        urls: [article.path],
        shows: [article.title, 'added: '],
        may: ['*'],
        mayShow: [article.title],
      }
    },
    moment => {
      const law = drawLaw(moment, laws)
      if (!law) return null
      const rule = moment.random.pick(law.rules)
      rule.modal = (rule.modal + 1 + moment.random.int(3)) % 4
      return { kind: 'reworded', urls: [law.path], shows: [wishes[rule.modal] as string] }
    },
    moment => {
      const tender = drawTender(moment, tenders)
      if (!tender) return null
      tender.until = daysAfter(tender.until, 3 + moment.random.int(18))
      return { kind: 'deadline', urls: [tender.path, '/tenders/index.htm'], shows: [longDay(tender.until)] }
    },
    moment => {
      const office = drawOffice(moment, offices)
      if (!office) return null
      const { once, int, pick } = moment.random
      const field = once(2) ? 'hours' : 'street'
      if (field === 'hours') office.hours = `9.30 - ${15 + int(4)}.${pick(['15', '45'])}`
      else office.street = `New ${pick(['Quay', 'Garden', 'School'])} Lane ${100 + int(80)}`
      return { kind: 'contact', urls: ['/offices.htm'], shows: [office[field]] }
    },
    moment => {
      const article = drawNews(moment, news.slice(2, 14))
      if (!article) return null
      if (moment.random.once(2)) {
        const text = paragraph(moment.random, { ...pool, verbs: ['denied', 'cancelled', 'corrected', 'refused'] }, 2)
        article.texts.splice(1, 0, text)
        return { kind: 'paragraph_added', urls: [article.path], shows: openings(text) }
      }
      const [text] = article.texts.splice(1, 1)
      return text ? { kind: 'paragraph_removed', urls: [article.path], shows: openings(text) } : null
    },
    moment => lawPageChange(moment, laws, drawLaw),
  ]

  const layout = (moment: Moment, path: string, title: string, body: string) => {
    const noise = moment.of(path)
    const isNew = moment.round >= 8
    const menu = [
      ['/index.htm', 'Home'],
      ['/news/index.htm', 'News'],
      ['/prices.htm', 'Prices'],
      ['/markets/index.htm', isNew ? 'Regional markets' : 'Markets'],
      ['/tenders/index.htm', 'Tenders'],
      ['/laws/index.htm', 'Orders'],
      ['/staff.htm', 'Leadership'],
      ['/phones.htm', 'Telephones'],
      ['/offices.htm', 'Offices'],
      ['/about/index.htm', 'About us'],
    ]
      .map(
        ([to, name]) =>
          `<tr><td bgcolor="#E0EBD8"><font face="Arial" size="2"><a href="${to}">${name}</a></font></td></tr>`,
      )
      .join(gap(noise))
    const latest = news
      .slice(0, 4)
      .map(each => `<font size="1" face="Arial">&#149; <a href="${each.path}">${each.title}</a></font><br>`)
      .join('\n')
    const visitors = 184_200 + moment.round * 611 + noise.int(500)
    return html(`<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">
<html><head><title>${title} - Ministry of Agriculture</title><meta name="GENERATOR" content="Microsoft FrontPage 5.0"></head>
<body bgcolor="#FFFFFF" topmargin="0"><!-- built in 0.0${noise.int(90) + 10} s -->
<table width="780" border="0" cellpadding="0" cellspacing="0" align="center"><tr><td colspan="3" bgcolor="#2F6B2F"><img src="/img/top${1 + noise.int(4)}.gif" width="780" height="90" alt="Ministry of Agriculture"></td></tr>
<tr><td colspan="3" align="right"><font face="Verdana" size="1" color="#666666">Today is ${weekDay(moment.date)} ${clockTime(noise)}</font></td></tr>
<tr><td width="150" valign="top"><table width="100%" cellpadding="3">${menu}</table><br>
<table width="100%" border="1" bordercolor="#2F6B2F"><tr><td><b><font size="1" face="Arial">Latest news</font></b><br>${latest}</td></tr></table>
<p><font size="1">${noise.pick(['Plant a tree!', 'Pay the land tax in time.', 'Protect the forest from fire.', 'Read our bulletin.'])}</font></p></td>
<td width="10">&nbsp;</td><td valign="top">${gap(noise)}<h1><font face="Arial" size="4" color="#2F6B2F">${title}</font></h1>${gap(noise)}${body}</td></tr>
<tr><td colspan="3" align="center"><hr><font face="Verdana" size="1">Last updated: ${moment.date.toUTCString().slice(5, 16)} | You are visitor No. <b>${String(visitors).padStart(7, '0')}</b> | On line: ${1 + noise.int(30)}<br>${isNew ? 'Webmaster: <a href="mailto:web@agri-ministry.test">web@agri-ministry.test</a>' : ''} Copyright &copy; 1999-2005 Ministry of Agriculture</font></td></tr></table></body></html>`)
  }
  const font = (text: string) => `<font face="Arial" size="2">${text}</font>`
  const table = (head: string[], rows: (string | number)[][]) =>
    `<table border="1" cellspacing="0" cellpadding="4" width="95%"><tr bgcolor="#CCDDCC">${head.map(each => `<td><b>${font(each)}</b></td>`).join('')}</tr>\n${rows
      .map(row => `<tr>${row.map(each => `<td>${font(String(each))}</td>`).join('')}</tr>`)
      .join('\n')}</table>`
  const paragraphs = (texts: string[]) => texts.map(text => `<p align="justify">${font(text)}</p>`).join('\n')
  const links = (items: { path: string; title: string }[], note: (at: number) => string = () => '') =>
    items.map((each, at) => `<p>${font(`<a href="${each.path}">${each.title}</a> ${note(at)}`)}</p>`).join('\n')

  function render(moment: Moment) {
    const pages = new Map<string, ReturnType<typeof html>>()
    const put = (path: string, title: string, body: string) => pages.set(path, layout(moment, path, title, body))
    put(
      '/index.htm',
      'Welcome',
      `${paragraphs([paragraphOfHome])}<h2>News</h2>${links(news.slice(0, 8), at => longDay(news[at]?.day ?? moment.date))}`,
    )
    put(
      '/prices.htm',
      'Purchase prices, per ton',
      table(
        ['Product', 'Price', 'Currency'],
        prices.map(each => [each.name, each.price, 'USD']),
      ),
    )
    put('/markets/index.htm', 'Markets', links(markets.map(each => ({ ...each, title: `Market of ${each.name}` }))))
    for (const market of markets) {
      // The rows of two markets come in a different order each time.
      const isShuffled = market === markets[1] || market === markets[4]
      const rows = isShuffled ? shuffled(moment.of(market.path), market.rows) : market.rows
      put(
        market.path,
        `Market of ${market.name}`,
        `<p>${font('Average prices of the week in local currency per 100 kg')}</p>${table(
          ['Goods', 'Price'],
          rows.map(each => [each.name, each.price]),
        )}`,
      )
    }
    put(
      '/phones.htm',
      'Telephone list',
      table(
        ['Unit', 'Room', 'Telephone'],
        phones.map(each => [each.name, each.room, each.phone]),
      ),
    )
    put(
      '/staff.htm',
      'Leadership',
      table(
        ['Name', 'Post'],
        staff.map(each => [each.name, each.post]),
      ),
    )
    put(
      '/offices.htm',
      'Regional offices',
      table(
        ['Region', 'Address', 'Open'],
        offices.map(each => [each.name, each.street, each.hours]),
      ),
    )
    put(
      '/news/index.htm',
      'All news',
      links(news, at => longDay(news[at]?.day ?? moment.date)),
    )
    put('/laws/index.htm', 'Orders of the minister', links(laws))
    for (const law of laws)
      put(
        law.path,
        law.title,
        paragraphs(law.rules.map((rule, at) => `${at + 1}. ${rule.start} ${wishes[rule.modal]} ${rule.end}.`)),
      )
    put(
      '/tenders/index.htm',
      'Tenders',
      links(tenders, at => `until ${longDay(tenders[at]?.until ?? moment.date)}`),
    )
    for (const tender of tenders)
      put(
        tender.path,
        tender.title,
        paragraphs([...tender.texts, `Offers in sealed envelopes are accepted until ${longDay(tender.until)}, 12.00.`]),
      )
    put('/about/index.htm', 'About us', links(spare))
    for (const page of spare) put(page.path, page.title, paragraphs(page.texts))
    for (const article of news)
      put(article.path, article.title, `<p>${font(longDay(article.day))}</p>${paragraphs(article.texts)}`)
    return pages
  }
  return {
    changes,
    spare: spare.map(each => each.path),
    render,
    redesign: { round: 8, shows: ['Webmaster', 'Regional markets'] },
  }
}

const paragraphOfHome =
  'This is the official page of the ministry. It informs about markets, orders and tenders, and about the work of the regional offices.'

/** The first words of a paragraph: a first line may begin at any of its sentences. */
function openings(text: string): string[] {
  return text.split(/(?<=\.) /).map(each => each.split(' ').slice(0, 5).join(' '))
}

function lawPageChange(moment: Moment, laws: Law[], draw: (moment: Moment, from: Law[]) => Law | null): Applied | null {
  const law = draw(moment, laws)
  if (!law) return null
  const end = `handed over to ${moment.random.pick(['the customs', 'the police', 'the owner', 'the court'])} within ${2 + moment.random.int(20)} days`
  law.rules.push({ start: 'Confiscated goods', modal: 2, end })
  return { kind: 'paragraph_added', urls: [law.path], shows: ['Confiscated goods', end] }
}

export const tables: Family = {
  family: 'tables',
  half: 'tuning',
  name: 'Ministry of Agriculture',
  host: 'agri-ministry.test',
  start: '/index.htm',
  hours: 24,
  begins: '2005-03-07',
  build,
}
