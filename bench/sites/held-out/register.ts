// A register of companies: pages of results whose rows change their order, entries that are new, struck off or changed.

import { nearby } from '../content.ts'
import {
  clockTime,
  daysAfter,
  digits,
  drawer,
  type Family,
  gap,
  hex,
  html,
  isoDay,
  type Model,
  type Moment,
  makeSpare,
  type Pool,
  paragraph,
  type Random,
  shuffled,
  slugOf,
  times,
} from '../family.ts'

const pool: Pool = {
  subjects: ['The registrar', 'An applicant', 'The notary', 'A creditor', 'The liquidator', 'Every officer'],
  verbs: ['files', 'verifies', 'publishes', 'rejects', 'amends', 'requests'],
  objects: [
    'the articles of association',
    'a certified copy',
    'the list of shareholders',
    'the annual return',
    'a notice of change',
  ],
  tails: [
    'within the statutory period',
    'against payment of the fee',
    'in electronic form',
    'at the seat of the company',
    'without delay',
  ],
}
const forms = ['Ltd', 'PLC', 'LLP', 'Cooperative', 'Foundation', 'Branch']
const states = ['Active', 'In liquidation', 'Dissolved', 'Dormant', 'In administration']
const seats = ['Aldmoor', 'Brayford', 'Carrick', 'Dunvale', 'Eastholm', 'Farleigh', 'Glenshaw', 'Harwich Bay']
const perPage = 8

type Entry = {
  no: string
  name: string
  form: string
  seat: string
  state: string
  capital: string
  director: string
  since: Date
  isStruck: boolean
}

function build(random: Random): Model {
  let next = 204_118
  const person = (from: Random) =>
    `${from.pick(['Alec', 'Bridget', 'Conrad', 'Dilys', 'Edwin', 'Florence', 'Gareth'])} ${from.pick(['Abbot', 'Birch', 'Cole', 'Dale', 'Ensor', 'Frost', 'Gale', 'Hurst', 'Ives', 'Kemp'])}`
  const make = (from: Random, since: Date): Entry => {
    next += 1 + from.int(40)
    return {
      no: `R${next}`,
      name: `${from.pick(['Amber', 'Beacon', 'Cinder', 'Delta', 'Ember', 'Falcon', 'Granite', 'Harbour', 'Indigo', 'Juniper'])} ${from.pick(['Freight', 'Dairy', 'Holdings', 'Optics', 'Timber', 'Advisory', 'Plant Hire', 'Textiles', 'Marine'])} ${from.pick(forms)}`,
      ...{
        form: from.pick(forms),
        seat: `${1 + from.int(90)} ${from.pick(['High', 'Mill', 'King', 'Bridge'])} Street, ${from.pick(seats)}`,
      },
      ...{
        state: from.once(5) ? from.pick(states) : 'Active',
        capital: digits(from, 3 + from.int(3)),
        director: person(from),
        since,
        isStruck: false,
      },
    }
  }
  const entries = times(30, at => make(random, daysAfter(new Date('2012-01-09'), at * 120)))
  const spare = makeSpare(
    random,
    at => `/help/h${at}`,
    'Fees,Opening hours of the reading room,Certified copies,Beneficial owners,Foreign companies,Penalties,Data protection,Forms,History of the register'.split(
      ',',
    ),
    from => paragraph(from, pool),
  )
  const pathOf = (entry: Entry) => `/entry/${entry.no}`
  const pageOf = (entry: Entry) => `/search?page=${1 + Math.floor(entries.indexOf(entry) / perPage)}`

  function layout(moment: Moment, path: string, title: string, body: string) {
    const noise = moment.of(path)
    const isNew = moment.round >= 6
    return html(`<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${title} - Companies Register</title></head><body><form id="aspnetForm" method="post" action="/search"><input type="hidden" name="__VIEWSTATE" value="/wEPDwUK${hex(noise, 60)}"><input type="hidden" name="__EVENTVALIDATION" value="${hex(noise, 40)}"></form>
<div id="header"><a href="/">Companies Register</a><ul id="menu"><li><a href="/search?page=1">Search</a></li><li><a href="/recent">New entries</a></li><li><a href="/help">Help</a></li></ul><div id="session">Session ${hex(noise, 8).toUpperCase()} expires at ${clockTime(noise)}</div></div>
<div id="${isNew ? 'page-body' : 'content'}">${gap(noise)}<h1>${title}</h1>${body}</div><div id="footer">Register as of ${isoDay(moment.date)} ${clockTime(noise)}. Request ${digits(noise, 9)}. ${isNew ? 'Data may be reused under the open licence.' : ''}</div></body></html>`)
  }
  const row = (cells: string[]) => `<tr>${cells.map(each => `<td>${each}</td>`).join('')}</tr>`
  const result = (entry: Entry) =>
    row([`<a href="${pathOf(entry)}">${entry.no}</a>`, entry.name, entry.seat.replace(/.*, /, ''), entry.state])
  const grid = (rows: string[]) =>
    `<table class="grid"><thead><tr><th>No.</th><th>Name</th><th>Seat</th><th>Status</th></tr></thead><tbody>${rows.join('\n')}</tbody></table>`

  function render(moment: Moment) {
    const answers = new Map<string, ReturnType<typeof html>>()
    const put = (path: string, title: string, body: string) => answers.set(path, layout(moment, path, title, body))
    const pages = Math.ceil(entries.length / perPage)
    const links = times(pages, at => `<a href="/search?page=${at + 1}">${at + 1}</a>`).join(' ')
    put(
      '/',
      'Companies Register',
      `<p>The register of companies, cooperatives and foundations.</p><p>${21_400 + moment.of('/').int(500)} searches today.</p><p><a href="/search?page=1">All entries</a></p>`,
    )
    for (const at of times(pages, each => each)) {
      const path = `/search?page=${at + 1}`
      const part = entries.slice(at * perPage, (at + 1) * perPage).filter(each => !each.isStruck)
      put(
        path,
        'Search results',
        `<p class="summary">Page ${at + 1} of ${pages}. Search took 0.${digits(moment.of(path), 3)} s.</p>${grid(shuffled(moment.of(path), part).map(result))}<div class="pager">${links}</div>`,
      )
    }
    for (const entry of entries.filter(each => !each.isStruck))
      put(
        pathOf(entry),
        `${entry.name}`,
        `<table class="detail">${[
          ['Number', entry.no],
          ['Legal form', entry.form],
          ['Registered office', entry.seat],
          ['Status', entry.state],
          ['Capital', `${entry.capital} crowns`],
          ['Director', entry.director],
          ['Registered since', isoDay(entry.since)],
        ]
          .map(row)
          .join(
            '\n',
          )}</table><p class="print">Extract printed on ${isoDay(moment.date)}, viewed ${30 + moment.of(entry.no).int(400)} times</p>`,
      )
    put(
      '/recent',
      'New entries',
      `<ul>${entries
        .slice(-5)
        .toReversed()
        .map(each => `<li><a href="${pathOf(each)}">${each.name}</a>, ${isoDay(each.since)}</li>`)
        .join('')}</ul>`,
    )
    put('/help', 'Help', `<ul>${spare.map(each => `<li><a href="${each.path}">${each.title}</a></li>`).join('')}</ul>`)
    for (const each of spare) put(each.path, each.title, each.texts.map(text => `<p>${text}</p>`).join('\n'))
    return answers
  }
  const draw = drawer<Entry>()
  const changed =
    (
      change: (entry: Entry, from: Random) => string,
      kind: 'status' | 'contact' | 'value' | 'person_added' | 'title',
      isListed: boolean,
    ) =>
    (moment: Moment) => {
      const entry = draw(moment, entries.filter(each => !each.isStruck).slice(0, -5))
      if (!entry) return null
      const shows = [change(entry, moment.random)]
      return { kind, urls: isListed ? [pathOf(entry), pageOf(entry)] : [pathOf(entry)], shows }
    }
  return {
    changes: [
      ...times(2, () =>
        changed(
          (entry, from) => {
            entry.state = from.pick(states.filter(each => each !== entry.state))
            return entry.state
          },
          'status',
          true,
        ),
      ),
      changed(
        (entry, from) => {
          entry.seat = `${100 + from.int(80)} ${from.pick(['Abbey', 'Castle', 'Orchard'])} Road, ${entry.seat.replace(/.*, /, '')}`
          return entry.seat.replace(/,.*/, '')
        },
        'contact',
        false,
      ),
      changed(
        (entry, from) => {
          entry.capital = nearby(from, entry.capital)
          return entry.capital
        },
        'value',
        false,
      ),
      changed(
        (entry, from) => {
          entry.director = `${person(from)}-${from.pick(['Moss', 'Reed', 'Thorne'])}`
          return entry.director
        },
        'person_added',
        false,
      ),
      changed(
        (entry, from) => {
          entry.name = `${from.pick(['Northgate', 'Silverline', 'Oakfield', 'Brightwater'])} ${from.pick(['Group', 'Partners', 'Works'])} ${digits(from, 2)} ${entry.form}`
          return entry.name
        },
        'title',
        true,
      ),
      ...times(2, () => (moment: Moment) => {
        const entry = draw.mark(moment, make(moment.random, moment.date))
        entry.name = `${slugOf(entry.name).split('-')[0]?.toUpperCase()} ${digits(moment.random, 3)} ${entry.form}`
        entries.push(entry)
        return {
          kind: 'entry_added' as const,
          urls: [pathOf(entry), pageOf(entry), '/recent'],
          shows: [entry.name, entry.no],
          may: [pageOf(entry), ...times(6, at => `/search?page=${at + 1}`)],
          most: 6,
        }
      }),
      moment => {
        const entry = draw(moment, entries.filter(each => !each.isStruck).slice(0, -5))
        if (!entry) return null
        entry.isStruck = true
        return { kind: 'entry_removed', urls: [pathOf(entry), pageOf(entry)], shows: [entry.name, entry.no] }
      },
    ],
    ...{ spare: spare.map(each => each.path), render, redesign: { round: 6, shows: ['open licence'] } },
  }
}

export const register: Family = {
  ...{ family: 'register', half: 'held-out', name: 'Companies Register', host: 'company-register.test', start: '/' },
  ...{ hours: 24, begins: '2026-09-01', build },
}
