// A blog with feeds: entries in pages and in RSS and Atom, links that only the feed has, numbered archive pages.
import { type Doc, factOf, makeDocs, openings, ruleOf } from '../content.ts'
import {
  type Answer,
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
  some,
  times,
} from '../family.ts'

const pool: Pool = {
  subjects: [
    'The parliament’s website',
    'A leaked memo',
    'Our parser',
    'The export of the land registry',
    'One reader',
    'The procurement portal',
    'An old backup',
  ],
  verbs: ['reveals', 'breaks', 'documents', 'hides', 'duplicates', 'replaces', 'confirms'],
  objects: [
    'three years of contracts',
    'the list of lobby meetings',
    'every second attachment',
    'the history of the budget',
    'names of subcontractors',
    'the minutes of the committee',
  ],
  tails: [
    'in a single table',
    'behind a login',
    'without any notice',
    'in a format from 1998',
    'for about two weeks',
    'and nothing else',
    'as we had feared',
  ],
}
const wordings = [
  'can still be downloaded',
  'can no longer be downloaded',
  'must be requested in writing',
  'are published monthly',
]
const perPage = 5

function build(random: Random): Model {
  const docs = makeDocs(random, {
    ...{
      count: 21,
      first: new Date('2026-05-01'),
      every: 4,
      lists: ['/'],
      path: (nth: number) => `/posts/${1400 + nth * 3}`,
    },
    title: from =>
      `${from.pick(['Notes on', 'Why', 'How', 'Revisiting', 'Counting', 'Against'])} ${from.pick(pool.objects)} ${from.pick(['again', 'in public', 'by hand', 'at last', 'and after'])}`,
    text: from => paragraph(from, pool),
    facts: ['We counted # documents.', 'The bill was # thousand.', 'It took # hours.'],
    number: from => digits(from, 3 + from.int(2)),
    ...{
      wordings,
      starts: ['The tables', 'Older minutes', 'The raw files'],
      ends: ['from our mirror.', 'by anyone.', 'since this week.'],
      day: longDay,
    },
  })
  const links: { title: string; to: string }[] = [
    { title: 'Elsewhere: a talk on open registers', to: 'https://talks.example/1' },
  ]
  const about = {
    mail: 'hello@open-notes.test',
    phone: `030 ${digits(random, 7)}`,
    office: 'Office hours: Tuesday 14–16',
  }
  const spare = makeSpare(
    random,
    at => `/pages/p${at}`,
    'Method,Tools,Funding,Talks,Press,Colophon,Reading list,Thanks,Security'.split(','),
    from => paragraph(from, pool),
  )

  function layout(moment: Moment, path: string, title: string, body: string) {
    const noise = moment.of(path)
    return html(`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} · open notes</title><link rel="alternate" type="application/rss+xml" href="/feed.xml"><link rel="alternate" type="application/atom+xml" href="/atom.xml"><meta name="csrf" content="${hex(noise, 20)}"></head><body>
<nav><a href="/">open notes</a> <a href="/archive/1">archive</a> <a href="/about">about</a> <a href="/feed.xml">rss</a> <a href="/atom.xml">atom</a></nav>${gap(noise)}<main>${body}</main>${gap(noise)}
<footer>${noise.pick(['Made without trackers.', 'Set in Charter.', 'Hosted on a small server.'])} ${moment.round >= 10 ? 'Support us with a donation. ' : ''}Rendered at ${clockTime(noise)} in ${1 + noise.int(40)} ms.</footer></body></html>`)
  }
  const comments = (moment: Moment, doc: Doc) =>
    (Number(/\d+/.exec(doc.path)?.[0]) % 7) + Math.floor(moment.round / 2) + moment.of(doc.path).int(3)
  const teaser = (moment: Moment) => (doc: Doc) =>
    `<section class="entry"><h2><a href="${doc.path}">${doc.title}</a></h2><p class="meta">${longDay(doc.day)} · ${comments(moment, doc)} comments</p><p>${doc.texts[0]?.split(/(?<=\.) /)[0]}</p></section>`
  const textsOf = (doc: Doc) =>
    [...doc.texts, factOf(doc), ruleOf(doc, wordings)].map(text => `<p>${text}</p>`).join('')
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

  function feeds(moment: Moment, answers: Map<string, Answer>) {
    const newest = docs.all.slice(0, 10)
    const rss = newest.map(
      doc =>
        `<item><title>${escaped(doc.title)}</title><link>http://open-notes.test${doc.path}</link><guid isPermaLink="false">${doc.path}</guid><pubDate>${doc.day.toUTCString()}</pubDate><slash:comments>${comments(moment, doc)}</slash:comments><description>${escaped(textsOf(doc))}</description></item>`,
    )
    const outside = links.map(
      each =>
        `<item><title>${each.title}</title><link>${each.to}</link><guid>${each.to}</guid><description>A link without a page here: ${each.title}.</description></item>`,
    )
    const head = `<title>open notes</title><link>http://open-notes.test/</link><description>Public data, slowly</description>`
    answers.set('/feed.xml', {
      body: `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:slash="http://purl.org/rss/1.0/modules/slash/"><channel>${head}<lastBuildDate>${moment.date.toUTCString()}</lastBuildDate><ttl>${30 + moment.of('/feed.xml').int(30)}</ttl>\n${[...outside, ...rss].join('\n')}\n</channel></rss>`,
      headers: { 'content-type': 'application/rss+xml; charset=utf-8' },
    })
    answers.set('/atom.xml', {
      body: `<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom"><title>open notes</title><updated>${moment.date.toISOString()}</updated><id>urn:open-notes</id>\n${newest.map(doc => `<entry><title>${escaped(doc.title)}</title><link href="http://open-notes.test${doc.path}"/><id>urn:open-notes:${doc.path}</id><updated>${doc.day.toISOString()}</updated><summary>${escaped(doc.texts[0] ?? '')}</summary></entry>`).join('\n')}\n</feed>`,
      headers: { 'content-type': 'application/atom+xml; charset=utf-8' },
    })
  }

  function render(moment: Moment) {
    const answers = new Map<string, Answer>()
    const put = (path: string, title: string, body: string) => answers.set(path, layout(moment, path, title, body))
    put('/', 'start', docs.all.slice(0, perPage).map(teaser(moment)).join('\n'))
    const pages = Math.ceil(docs.all.length / perPage)
    for (const at of times(pages, each => each))
      put(
        `/archive/${at + 1}`,
        `archive, page ${at + 1}`,
        `<h1>Archive, page ${at + 1} of ${pages}</h1>${docs.all
          .slice(at * perPage, (at + 1) * perPage)
          .map(teaser(moment))
          .join(
            '\n',
          )}<p class="pager">${times(pages, to => `<a href="/archive/${to + 1}">${to + 1}</a>`).join(' ')}</p>`,
      )
    for (const doc of docs.all) {
      const noise = moment.of(`${doc.path}#more`)
      const replies = times(
        comments(moment, doc) % 4,
        () =>
          `<li><b>${noise.pick(['ada', 'mk', 'guest', 'jo', 'lin'])}</b>: ${noise.pick(['thanks', '+1', 'same here', 'source?', 'link is dead'])}</li>`,
      )
      put(
        doc.path,
        doc.title,
        `<article><h1>${doc.title}</h1><p class="meta">${longDay(doc.day)}</p>${textsOf(doc)}</article><h3>${comments(moment, doc)} comments</h3><ul>${replies.join('')}</ul><p>Read next: ${some(
          noise,
          docs.all,
          2,
        )
          .map(each => `<a href="${each.path}">${each.title}</a>`)
          .join(', ')}</p>`,
      )
    }
    put(
      '/about',
      'about',
      `<h1>About</h1><p>Write to ${about.mail} or call ${about.phone}.</p><p>${about.office}</p><ul>${spare.map(each => `<li><a href="${each.path}">${each.title}</a></li>`).join('')}</ul>`,
    )
    for (const each of spare)
      put(each.path, each.title, `<h1>${each.title}</h1>${each.texts.map(text => `<p>${text}</p>`).join('')}`)
    feeds(moment, answers)
    return answers
  }
  const { changes: on } = docs
  const feedPaths = ['/feed.xml', '/atom.xml']
  const archive = times(7, at => `/archive/${at + 1}`)
  /** Rows of the feeds, the home page and the numbered archive may follow the entry. */
  const withFeed =
    (change: typeof on.added, most = 3) =>
    (moment: Moment) => {
      const applied = change(moment)
      return (
        applied && {
          kind: applied.kind,
          urls: applied.urls,
          shows: applied.shows,
          may: ['/', ...archive, ...feedPaths],
          most,
        }
      )
    }
  return {
    changes: [
      ...[withFeed(on.added, 5), withFeed(on.added, 5), withFeed(on.added, 5)],
      ...[
        withFeed(on.corrected),
        withFeed(on.reworded),
        withFeed(on.extended),
        withFeed(on.shortened),
        withFeed(on.retitled, 5),
        withFeed(on.removed, 5),
      ],
      moment => {
        const title = `Elsewhere: ${moment.random.pick(['an interview', 'a podcast', 'a guest post', 'a court ruling'])} on ${moment.random.pick(pool.objects)}, part ${digits(moment.random, 2)}`
        links.unshift({ title, to: `https://talks.example/${digits(moment.random, 5)}` })
        return { kind: 'entry_added', urls: ['/feed.xml'], shows: [title] }
      },
      moment => {
        const { pick } = moment.random
        const field = pick(['mail', 'phone', 'office'] as const)
        const from = moment.random
        about[field] =
          field === 'mail'
            ? `desk${digits(from, 3)}@open-notes.test`
            : field === 'phone'
              ? `030 ${digits(from, 7)}`
              : `Office hours: ${pick(['Monday', 'Wednesday', 'Friday'])} ${9 + from.int(5)}–${15 + from.int(4)}`
        return { kind: 'contact', urls: ['/about'], shows: [about[field].replace('Office hours: ', '')] }
      },
      moment => {
        const text = `${paragraph(moment.random, pool, 1)} Correction of ${longDay(moment.date)}: the first version of this post was wrong.`
        const doc = docs.draw(moment, docs.all)
        if (!doc) return null
        doc.texts.unshift(text)
        return {
          kind: 'paragraph_added',
          urls: [doc.path, ...feedPaths],
          shows: [...openings(text), 'Correction of'],
          may: ['/', ...times(5, at => `/archive/${at + 1}`)],
          most: 3,
        }
      },
    ],
    ...{ spare: spare.map(each => each.path), render, redesign: { round: 10, shows: ['Support us with a donation'] } },
  }
}

export const feed: Family = {
  ...{ family: 'feed', half: 'held-out', name: 'open notes', host: 'open-notes.test', start: '/' },
  ...{ hours: 24, begins: '2026-08-10', build },
}
