// A water board that publishes documents: lists of PDF files with sizes and dates, files replaced under their names.
import { nearby, openings } from '../content.ts'
import {
  type Answer,
  clockTime,
  daysAfter,
  digits,
  dotDay,
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
  slugOf,
  times,
} from '../family.ts'
import { makePdf, wrap } from './pdf.ts'

const pool: Pool = {
  subjects: [
    'The board',
    'Each household',
    'The treatment plant',
    'A contractor',
    'The inspection',
    'The supply zone north',
    'The reservoir',
  ],
  verbs: ['records', 'pays for', 'maintains', 'reports', 'replaces', 'monitors'],
  objects: [
    'the meters of the district',
    'two pumping stations',
    'the monthly samples',
    'lead service pipes',
    'the flushing of mains',
    'the emergency wells',
  ],
  tails: [
    'once a year',
    'in line with the drinking water act',
    'as set out in annex B',
    'within ten working days',
    'at its own expense',
    'where this is technically possible',
  ],
}
const groups = ['Tariffs', 'Minutes', 'Water quality', 'Tenders']
const rules = ['may be charged', 'must not be charged', 'is waived', 'is doubled']

type Paper = {
  path: string
  title: string
  group: string
  texts: string[]
  amount: string
  rule: number
  day: Date
  reads: number
}

function build(random: Random): Model {
  let made = 0
  const make = (from: Random, group: string, day: Date): Paper => {
    made += 1
    const title = `${from.pick(['Notice', 'Schedule', 'Report', 'Minutes', 'Decision', 'Analysis'])} ${made}/${day.getUTCFullYear()} ${from.pick(['zone north', 'zone south', 'for households', 'for industry', 'of the assembly', 'of the laboratory'])}`
    return {
      path: `/files/${slugOf(title)}.pdf`,
      title,
      group,
      texts: times(5, () => paragraph(from, pool, 3)),
      amount: `${digits(from, 2)}.${digits(from, 2)}`,
      rule: from.int(4),
      day,
      reads: from.int(900),
    }
  }
  const papers = times(18, at => make(random, groups[at % 4] as string, daysAfter(new Date('2025-09-01'), at * 9)))
  const bytesOf = (paper: Paper) =>
    makePdf(paper.title, [
      ...[paper.title, `Issued on ${dotDay(paper.day)}`, ''],
      ...paper.texts.flatMap(text => [...wrap(text), '']),
      ...[
        `The amount is ${paper.amount} per cubic metre.`,
        `The connection fee ${rules[paper.rule]} in case of default.`,
      ],
    ])
  const size = (paper: Paper) => `${(bytesOf(paper).length / 1024).toFixed(2)} KB`
  const contact = ['Emergency', 'Billing', 'Laboratory', 'Director'].map(name => ({
    name,
    value: `(0732) ${digits(random, 3)}-${digits(random, 3)}`,
  }))
  const hours = { value: 'Mon-Thu 8-16, Fri 8-12' }
  const spare = makeSpare(
    random,
    at => `/board/p${at}.php`,
    'The plant,History,Springs,Meters,Hard water,Saving water,Careers,Visits,Network map'.split(','),
    from => paragraph(from, pool),
  )
  const listPath = (group: string) => `/documents/${slugOf(group)}.php`

  function layout(moment: Moment, path: string, title: string, body: string) {
    const noise = moment.of(path)
    const menu = [
      ['/', 'Start'],
      ['/documents/', 'Documents'],
      ['/contact.php', 'Contact'],
      ['/board/', moment.round >= 9 ? 'About the water board' : 'The board'],
    ]
    return html(`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} | Water Board Linden</title></head><body id="b${hex(noise, 4)}"><div id="head"><p class="level">Reservoir ${60 + noise.int(30)} % full, ${isoDay(moment.date)} ${clockTime(noise)}</p><ul>${menu.map(([to, label]) => `<li><a href="${to}">${label}</a></li>`).join(gap(noise))}</ul></div>
<div id="main"><h1>${title}</h1>${gap(noise)}${body}</div><div id="foot">${40_000 + moment.round * 300 + noise.int(250)} visits since 2011. © ${moment.date.getUTCFullYear()} Water Board Linden</div></body></html>`)
  }
  const item = (moment: Moment) => (paper: Paper) =>
    `<li><a href="${paper.path}" type="application/pdf">${paper.title}</a> (PDF, ${size(paper)}, ${dotDay(paper.day)}) <small>downloaded ${paper.reads + moment.round * 7 + moment.of(paper.path).int(7)} times</small></li>`

  function render(moment: Moment) {
    const answers = new Map<string, Answer>()
    const put = (path: string, title: string, body: string) => answers.set(path, layout(moment, path, title, body))
    const newest = papers.toSorted((a, b) => b.day.getTime() - a.day.getTime()).slice(0, 4)
    put(
      '/',
      'Water Board Linden',
      `<p>Drinking water for eleven communes.</p><h2>New documents</h2><ul>${newest.map(each => `<li><a href="${each.path}">${each.title}</a></li>`).join('')}</ul>`,
    )
    put(
      '/documents/',
      'Documents',
      `<ul>${groups.map(each => `<li><a href="${listPath(each)}">${each}</a> (${papers.filter(paper => paper.group === each).length})</li>`).join('')}</ul>`,
    )
    for (const group of groups)
      put(
        listPath(group),
        group,
        `<ul class="files">${papers
          .filter(each => each.group === group)
          .map(item(moment))
          .join('\n')}</ul>`,
      )
    for (const paper of papers)
      answers.set(paper.path, {
        body: bytesOf(paper),
        headers: { 'content-type': 'application/pdf', 'last-modified': paper.day.toUTCString() },
      })
    put(
      '/contact.php',
      'Contact',
      `<table>${contact.map(each => `<tr><td>${each.name}</td><td>${each.value}</td></tr>`).join('')}</table><p>Open: ${hours.value}</p>`,
    )
    put(
      '/board/',
      'The board',
      `<ul>${spare.map(each => `<li><a href="${each.path}">${each.title}</a></li>`).join('')}</ul>`,
    )
    for (const each of spare) put(each.path, each.title, each.texts.map(text => `<p>${text}</p>`).join('\n'))
    return answers
  }
  const draw = drawer<Paper>()
  const drawRow = drawer<{ name: string; value: string }>()
  const replaced = (change: (paper: Paper, from: Random) => string[]) => (moment: Moment) => {
    const paper = draw(moment, papers)
    if (!paper) return null
    const texts = change(paper, moment.random)
    paper.day = moment.date
    // The list shows the new date and size of the file next to its title.
    const shows = [...texts, `${paper.title} (PDF`]
    return {
      kind: 'document' as const,
      urls: [paper.path, listPath(paper.group)],
      shows,
      may: ['/'],
      mayShow: [paper.title],
    }
  }
  return {
    changes: [
      ...times(2, () =>
        replaced((paper, from) => {
          const [whole = '', cents = ''] = paper.amount.split('.')
          paper.amount = `${nearby(from, whole)}.${cents}`
          return [paper.amount]
        }),
      ),
      replaced((paper, from) => {
        paper.rule = (paper.rule + 1 + from.int(3)) % 4
        return [rules[paper.rule] as string]
      }),
      replaced((paper, from) => {
        const text = paragraph(from, { ...pool, verbs: ['suspends', 'abolishes', 'disputes'] }, 2)
        paper.texts.splice(2, 0, text)
        return openings(text)
      }),
      ...times(2, () => (moment: Moment) => {
        const paper = draw.mark(moment, make(moment.random, moment.random.pick(groups), moment.date))
        papers.push(paper)
        return {
          kind: 'page_added' as const,
          urls: [paper.path, listPath(paper.group)],
          shows: [paper.title, 'added: '],
          may: ['/', '/documents/'],
        }
      }),
      moment => {
        const paper = papers.length > 12 ? draw(moment, papers) : null
        if (!paper) return null
        papers.splice(papers.indexOf(paper), 1)
        return {
          kind: 'page_gone',
          urls: [paper.path, listPath(paper.group)],
          shows: ['removed: ', '404', paper.title],
          may: ['/', '/documents/'],
        }
      },
      moment => {
        const paper = draw(moment, papers)
        if (!paper) return null
        paper.title = `${paper.title.replace(/ \(.*/, '')} (${moment.random.pick(['withdrawn', 'second edition', 'draft', 'final version'])})`
        return {
          kind: 'title',
          urls: [listPath(paper.group), paper.path],
          shows: [paper.title.replace(/.*\(/, '').replace(')', '')],
          may: ['/'],
        }
      },
      moment => {
        const row = drawRow(moment, contact)
        if (!row) return null
        row.value = `(0732) ${digits(moment.random, 3)}-${digits(moment.random, 3)}`
        return { kind: 'contact', urls: ['/contact.php'], shows: [row.value] }
      },
      moment => {
        hours.value = `Mon-Thu ${7 + moment.random.int(3)}-${15 + moment.random.int(3)}, Fri 9-${12 + moment.random.int(3)}${moment.round % 2 ? '.30' : ''}`
        return { kind: 'contact', urls: ['/contact.php'], shows: [hours.value] }
      },
    ],
    ...{ spare: spare.map(each => each.path), render, redesign: { round: 9, shows: ['About the water board'] } },
  }
}

export const documents: Family = {
  ...{ family: 'documents', half: 'held-out', name: 'Water Board Linden', host: 'water-board.test', start: '/' },
  ...{ hours: 24, begins: '2026-02-16', build },
}
