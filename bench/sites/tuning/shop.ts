// A shop: prices and stock, rotating recommendations, view counters, session tokens in links.
import { changeRows, factOf, makeDocs, nearby, ruleOf } from '../content.ts'
import {
  capital,
  digits,
  dotDay,
  drawer,
  type Family,
  gap,
  hex,
  html,
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
    'This kettle',
    'The enamel surface',
    'Our oldest model',
    'The handle',
    'Every piece',
    'The lid',
    'The set',
  ],
  verbs: ['comes from', 'was developed in', 'is tested in', 'is packed in', 'returns to', 'is finished in'],
  objects: ['a family workshop', 'the valley of the Sil', 'two small factories', 'our own studio', 'a former mill'],
  tails: [
    'and lasts for decades',
    'without any plastic',
    'by hand',
    'in small series',
    'under fair conditions',
    'since 1954',
  ],
}
const groups = ['Kettles', 'Pans', 'Knives', 'Glasses', 'Linen']
const kinds: Record<string, string[]> = {
  Kettles: ['Whistling kettle', 'Gooseneck kettle', 'Camping kettle', 'Teapot', 'Milk pot', 'Espresso maker'],
  Pans: ['Iron pan', 'Saucepan', 'Roasting tin', 'Crêpe pan', 'Wok', 'Grill pan'],
  Knives: ['Bread knife', 'Paring knife', 'Cleaver', 'Oyster knife', 'Steak knife', 'Filleting knife'],
  Glasses: ['Water glass', 'Carafe', 'Storage jar', 'Tumbler', 'Wine glass', 'Measuring jug'],
  Linen: ['Tea towel', 'Apron', 'Oven glove', 'Napkin', 'Tablecloth', 'Bread bag'],
}
const stocks = ['In stock', 'Only a few left', 'Sold out', 'Available from next month', 'Discontinued']
const wordings = ['can be returned', 'cannot be returned', 'are exchanged', 'are repaired free of charge']

function build(random: Random): Model {
  const euros = (from: Random) => `${5 + from.int(190)}.${from.pick(['00', '50', '90', '95'])}`
  const products = groups.flatMap(group =>
    (kinds[group] ?? []).map((kind, at) => {
      const name = `${kind} ${random.pick(['Alba', 'Bruno', 'Cato', 'Dora', 'Enzo', 'Fia'])} ${1 + random.int(9)}`
      return {
        ...{ group, name, price: euros(random), stock: random.once(4) ? 'Only a few left' : 'In stock' },
        ...{
          number: `${group.slice(0, 2).toUpperCase()}-${1000 + at * 37 + random.int(30)}`,
          path: `/p/${slugOf(name)}-${at + 1}.html`,
        },
        ...{ texts: [paragraph(random, pool, 2), paragraph(random, pool, 2)], weight: String(200 + random.int(3000)) },
      }
    }),
  )
  const groupPath = (group: string) => `/c/${slugOf(group)}.html`
  const rates = ['Austria', 'Belgium', 'Denmark', 'France', 'Germany', 'Italy', 'Poland', 'Spain', 'Switzerland'].map(
    name => ({
      name,
      value: euros(random),
    }),
  )
  const shopHours = ['Mon – Wed', 'Thu – Fri', 'Saturday'].map(name => ({
    name,
    value: `${9 + random.int(2)}–${17 + random.int(3)} h`,
  }))
  const bank = [
    { name: 'IBAN', value: `DE${digits(random, 20).replace(/(\d{4})/g, ' $1')}` },
    { name: 'Hotline', value: `0800 ${digits(random, 7)}` },
    { name: 'E-mail', value: 'service@kettle-and-co.test' },
  ]
  const terms = makeDocs(random, {
    ...{ count: 6, first: new Date('2025-10-01'), every: 20, lists: ['/service.html'] },
    title: from =>
      `${capital(from.pick(['warranty', 'gift cards', 'repairs', 'returns', 'bulk orders', 'voucher rules']))} ${from.pick(['for private customers', 'in our stores', 'of sets', 'abroad'])}`,
    text: from => paragraph(from, pool),
    facts: ['The period is # days.', 'An order needs at least # pieces.', 'We charge a flat fee of # cents.'],
    number: from => digits(from, 3),
    path: nth => `/service/s${nth}.html`,
    wordings,
    starts: ['Opened packages', 'Engraved knives', 'Used pans', 'Goods on sale'],
    ends: ['within the period.', 'at our cost.', 'in every store.'],
    day: dotDay,
    paragraphs: 2,
  })
  const spare = makeSpare(
    random,
    at => `/guide/g${at}.html`,
    'Care of iron,Sharpening,Descaling,Which pan for what,Glass and heat,Linen and stains,Our suppliers,The studio,Recipes of the house'.split(
      ',',
    ),
    from => paragraph(from, pool),
  )
  const draw = drawer<(typeof products)[number]>()
  const menu = groups
    .map(group => `<li class="nav-item"><a class="nav-link" href="${groupPath(group)}">${group}</a></li>`)
    .join('')

  function layout(moment: Moment, path: string, title: string, body: string) {
    const noise = moment.of(path)
    const sid = hex(randomOfRound(moment), 26)
    const isNew = moment.round >= 7
    return html(`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} | Kettle &amp; Co</title><meta name="csrf-token" content="${hex(noise, 32)}">
<link href="/assets/app.${hex(noise, 8)}.css" rel="stylesheet"></head><body data-visit="${digits(noise, 9)}">
<div class="topbar">${noise.pick(['Free delivery from 60 €', 'New: gift wrapping', '30 days to change your mind', 'Visit our stores'])} · ${12 + noise.int(80)} people are shopping now</div>
<header class="header"><a class="logo" href="/">Kettle &amp; Co</a><ul class="${isNew ? 'mega-menu' : 'navbar-nav'}">${menu}<li class="nav-item"><a class="nav-link" href="/service.html">Service</a></li><li class="nav-item"><a class="nav-link" href="/guide.html">Guide</a></li></ul>
<div class="account"><a rel="nofollow" href="/login.html?sid=${sid}">Log in</a> <a rel="nofollow" href="/cart.html?sid=${sid}">Cart (0)</a></div></header>${gap(noise)}
<main class="container">${body}</main>${gap(noise)}
<section class="recent"><h4>Recently sold</h4><ul>${some(noise, products, 3)
      .map(
        each =>
          `<li>${each.name}, ${1 + noise.int(50)} minutes ago, to ${noise.pick(['Lyon', 'Graz', 'Ghent', 'Turin', 'Kiel'])}</li>`,
      )
      .join('')}</ul></section>
<footer class="footer">${isNew ? '<div class="trust">Certified shop. 4.8 of 5 stars.</div>' : ''}<p>© 2019–${moment.date.getUTCFullYear()} Kettle &amp; Co. Prices include tax. Page ${hex(noise, 6)}</p></footer></body></html>`)
  }
  const paragraphs = (texts: string[]) => texts.map(text => `<p>${text}</p>`).join('\n')
  const list = (rows: { name: string; value: string }[]) =>
    `<table class="table table-striped">${rows.map(row => `<tr><th>${row.name}</th><td>${row.value}</td></tr>`).join('\n')}</table>`

  function render(moment: Moment) {
    const answers = new Map<string, ReturnType<typeof html>>()
    const put = (path: string, title: string, body: string) => answers.set(path, layout(moment, path, title, body))
    const tile = (each: (typeof products)[number]) =>
      `<div class="product-card"><a href="${each.path}"><img src="/img/${each.number}.jpg?v=${moment.round}" alt=""><span class="name">${each.name}</span></a><span class="price">${each.price} €</span></div>`
    const home = moment.of('/#tiles')
    put(
      '/',
      'Welcome',
      `<h1>Things that last</h1><p>Kettles, pans, knives, glasses and linen for the kitchen.</p><h2>Our favourites</h2><div class="row">${some(home, products, 6).map(tile).join('\n')}</div>`,
    )
    for (const group of groups)
      put(
        groupPath(group),
        group,
        `<h1>${group}</h1><p class="count">6 articles, sorted by popularity</p><div class="row">${products
          .filter(each => each.group === group)
          .map(tile)
          .join('\n')}</div>`,
      )
    for (const each of products) {
      const noise = moment.of(`${each.path}#also`)
      const others = some(
        noise,
        products.filter(other => other !== each),
        4,
      )
      put(
        each.path,
        each.name,
        `<nav class="breadcrumb"><a href="/">Home</a> / <a href="${groupPath(each.group)}">${each.group}</a></nav><h1>${each.name}</h1><div class="buy"><span class="price">${each.price} €</span> <span class="stock">${each.stock}</span><p class="seen">${3 + noise.int(70)} people looked at this today</p><form action="/cart.html" method="post"><input type="hidden" name="_token" value="${hex(noise, 24)}"><button>Add to cart</button></form></div>
<div class="description">${paragraphs(each.texts)}<ul><li>Article ${each.number}</li><li>Weight ${each.weight} g</li></ul></div>
<div class="rating">${(3 + noise.int(20) / 10).toFixed(1)} of 5 (${100 + moment.round * 2 + noise.int(2)} ratings)</div>
<section class="also"><h3>Customers also bought</h3><div class="row">${others.map(tile).join('')}</div></section>`,
      )
    }
    put(
      '/service.html',
      'Service',
      `<h1>Service</h1>${list(bank)}<h2>Stores</h2>${list(shopHours)}<h2>Terms</h2><ul>${terms.all.map(doc => `<li><a href="${doc.path}">${doc.title}</a></li>`).join('')}</ul><p><a href="/shipping.html">Shipping rates</a></p>`,
    )
    put(
      '/shipping.html',
      'Shipping',
      `<h1>Shipping rates</h1>${list(rates.map(row => ({ ...row, value: `${row.value} €` })))}`,
    )
    for (const doc of terms.all)
      put(
        doc.path,
        doc.title,
        `<h1>${doc.title}</h1>${paragraphs([...doc.texts, factOf(doc), ruleOf(doc, wordings), `Valid until ${dotDay(doc.until)}.`])}`,
      )
    put(
      '/guide.html',
      'Guide',
      `<h1>Guide</h1><ul>${spare.map(each => `<li><a href="${each.path}">${each.title}</a></li>`).join('')}</ul>`,
    )
    for (const each of spare) put(each.path, each.title, `<h1>${each.title}</h1>${paragraphs(each.texts)}`)
    put(
      '/login.html',
      'Log in',
      '<h1>Log in</h1><form><input name="user"><input name="password" type="password"></form>',
    )
    put('/cart.html', 'Cart', '<h1>Your cart</h1><p>Your cart is empty.</p>')
    return answers
  }
  const { changes: on } = terms
  return {
    changes: [
      ...times(3, () => (moment: Moment) => {
        const product = draw(moment, products)
        if (!product) return null
        const [whole = '', cents = ''] = product.price.split('.')
        product.price = `${nearby(moment.random, whole)}.${cents}`
        return {
          kind: 'value' as const,
          urls: [product.path, groupPath(product.group)],
          shows: [product.price],
          may: ['/'],
          mayShow: [product.price],
        }
      }),
      ...times(2, () => (moment: Moment) => {
        const product = draw(moment, products)
        if (!product) return null
        product.stock = moment.random.pick(stocks.filter(stock => stock !== product.stock))
        return { kind: 'status' as const, urls: [product.path], shows: [product.stock] }
      }),
      moment => {
        const product = draw(moment, products)
        if (!product) return null
        const text = `${moment.random.pick(['Recall', 'Notice', 'Attention'])}: pieces of lot ${digits(moment.random, 5)} must be sent back.`
        product.texts.push(text)
        return {
          kind: 'paragraph_added',
          urls: [product.path],
          shows: [text.slice(0, text.indexOf(' of lot')), text.replace(/.*(lot \d+).*/, '$1')],
        }
      },
      changeRows(rates, (from, row) => `${nearby(from, row.value.replace(/\..*/, ''))}.${row.value.slice(-2)}`, {
        kind: 'value',
        urls: ['/shipping.html'],
      }),
      changeRows(
        bank,
        (from, row) =>
          row.name === 'IBAN'
            ? `DE${digits(from, 20).replace(/(\d{4})/g, ' $1')}`
            : row.name === 'Hotline'
              ? `0800 ${digits(from, 7)}`
              : `help${digits(from, 2)}@kettle-and-co.test`,
        { kind: 'contact', urls: ['/service.html'] },
      ),
      changeRows(shopHours, from => `${8 + from.int(3)}–${16 + from.int(5)} h`, {
        kind: 'contact',
        urls: ['/service.html'],
      }),
      ...[on.corrected, on.reworded, on.extended, on.shortened, on.added, on.postponed],
    ],
    ...{ spare: spare.map(each => each.path), render, redesign: { round: 7, shows: ['Certified shop', '4.8 of 5'] } },
  }
}

/** One token for all pages of a visit. */
const randomOfRound = (moment: Moment): Random => moment.of('session')

export const shop: Family = {
  ...{ family: 'shop', half: 'tuning', name: 'Kettle & Co', host: 'kettle-and-co.test', start: '/' },
  ...{ hours: 24, begins: '2026-01-12', build },
}
