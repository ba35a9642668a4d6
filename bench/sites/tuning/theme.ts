// An institute's site in the markup of a publishing system: sidebars, tag clouds, nonces, share counts, related posts.
import { changeRows, factOf, makeDocs, makePeople, ruleOf } from '../content.ts'
import {
  capital,
  clockTime,
  daysAfter,
  digits,
  type Family,
  gap,
  hex,
  html,
  longDay,
  type Model,
  type Moment,
  makeSpare,
  monthName,
  type Pool,
  paragraph,
  type Random,
  shuffled,
  slugOf,
  some,
  times,
} from '../family.ts'

const pool: Pool = {
  subjects: [
    'Our river ecology group',
    'The field station at Holm',
    'A doctoral student',
    'The sediment laboratory',
    'Two visiting fellows',
    'The data team',
    'The advisory council',
    'A volunteer network',
  ],
  verbs: ['mapped', 'questioned', 'measured', 'described', 'sampled', 'compared', 'modelled', 'documented'],
  objects: [
    'the migration of eels',
    'nitrate levels after heavy rain',
    'gravel beds used for spawning',
    'the return of otters',
    'low water in late summer',
    'the effect of small weirs',
    'plastic fibres in mussels',
    'historical flood marks',
  ],
  tails: [
    'along forty kilometres of the Arle',
    'for a second season',
    'with instruments built in our workshop',
    'and shared the raw data',
    'as part of a European project',
    'despite the difficult winter',
    'in cooperation with local anglers',
    'before the new weir opens',
  ],
}
const tags = 'eels,floods,open data,mussels,weirs,otters,nitrate,fieldwork,funding,teaching,maps,sediment'.split(',')
const commenters = ['Judith', 'river_rat', 'Tomas K.', 'Anonymous', 'H. Brandt', 'Lena', 'angler57', 'Prof. Stone']
const remarks = [
  'Great read, thank you!',
  'Is the data set available?',
  'We saw the same upstream.',
  'Any news on this?',
  'Nice photos.',
]
const wordings = ['may', 'must', 'must not', 'are advised to', 'no longer need to']

function build(random: Random): Model {
  const docs = makeDocs(random, {
    ...{ count: 16, first: new Date('2025-11-03'), every: 7, lists: ['/', '/archives/'] },
    title: from =>
      `${capital(from.pick(pool.objects).replace(/^the /, ''))}: ${from.pick(['a summary', 'first results', 'an update', 'field notes', 'new questions', 'what comes next'])} ${from.pick(['from the Arle', 'of the winter', 'after three years', 'in brief', 'for schools'])}`,
    text: from => paragraph(from, pool),
    facts: [
      'In total we counted # animals at the lower weir.',
      'The project receives a grant of # euros.',
      'So far # samples have been analysed.',
      'The median concentration was # micrograms per litre.',
    ],
    number: from => digits(from, 3 + from.int(2)),
    path: (nth, title) =>
      `/2026/${String(1 + (nth % 3)).padStart(2, '0')}/${slugOf(title).split('-').slice(0, 4).join('-')}-${nth}/`,
    wordings,
    starts: ['Volunteers', 'Visitors of the station', 'Authors', 'Applicants'],
    ends: [
      'register before entering the reserve.',
      'send their samples by post.',
      'use the small boats.',
      'cite the data set.',
    ],
    day: longDay,
  })
  const firsts = ['Ingrid', 'Samuel', 'Mette', 'Aron', 'Clara', 'Yusuf', 'Helle', 'Piet', 'Noor', 'Ruben']
  const lasts = [
    'Aagaard',
    'Bekker',
    'Castell',
    'Drost',
    'Ekholm',
    'Fontein',
    'Grimm',
    'Haas',
    'Idris',
    'Jansma',
    'Kvist',
  ]
  const team = makePeople(random, {
    ...{ count: 13, lists: ['/team/'], name: from => `Dr. ${from.pick(firsts)} ${from.pick(lasts)}` },
    posts: [
      'Director',
      'Deputy Director',
      'Group leader',
      'Senior scientist',
      'Postdoctoral fellow',
      'Technician',
      'Data steward',
    ],
  })
  const contact = ['Reception', 'Field station', 'Library', 'Press'].flatMap(name => [
    { name: `${name}, telephone`, value: `+44 1632 ${digits(random, 6)}` },
    { name: `${name}, e-mail`, value: `${slugOf(name)}@riverside-institute.test` },
  ])
  const hours = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'].map(name => ({
    name,
    value: `${8 + random.int(3)}:00 – ${15 + random.int(4)}:00`,
  }))
  const spare = makeSpare(
    random,
    at => `/about/section-${at}/`,
    'Mission,Founders,The old mill,Our boats,Accessibility,House rules,Press kit,Partners abroad,Annual lecture'.split(
      ',',
    ),
    from => paragraph(from, pool),
  )
  const pages = [
    ['/', 'Home'],
    ['/archives/', 'Archives'],
    ['/team/', 'Team'],
    ['/visit/', 'Visit'],
    ['/contact/', 'Contact'],
    ['/about/', 'About'],
  ] as const

  function sidebar(moment: Moment, noise: Random): string {
    const recent = docs.all.slice(0, 5).map(doc => `<li><a href="${doc.path}">${doc.title}</a></li>`)
    const comments = times(4, () => {
      const doc = noise.pick(docs.all)
      return `<li class="recentcomments"><span class="comment-author-link">${noise.pick(commenters)}</span> on <a href="${doc.path}#comment-${digits(noise, 4)}">${doc.title}</a></li>`
    })
    const cloud = shuffled(noise, tags).map(
      tag =>
        `<a href="/tag/${slugOf(tag)}/" class="tag-cloud-link tag-link-${noise.int(90)}" style="font-size: ${8 + noise.int(14)}pt;" aria-label="${tag} (${1 + noise.int(20)} items)">${tag}</a>`,
    )
    return `<aside id="secondary" class="widget-area" role="complementary">
<section id="search-2" class="widget widget_search"><form role="search" method="get" class="search-form" action="/"><input type="search" class="search-field" placeholder="Search &hellip;" name="s"><input type="hidden" name="_wpnonce" value="${hex(noise, 10)}"></form></section>
<section id="recent-posts-2" class="widget widget_recent_entries"><h2 class="widget-title">Recent Posts</h2><ul>${recent.join('')}</ul></section>
<section id="recent-comments-2" class="widget widget_recent_comments"><h2 class="widget-title">Recent Comments</h2><ul id="recentcomments">${comments.join('')}</ul></section>
<section id="tag_cloud-2" class="widget widget_tag_cloud"><h2 class="widget-title">Tags</h2><div class="tagcloud">${cloud.join('\n')}</div></section>
<section id="archives-2" class="widget widget_archive"><h2 class="widget-title">Archives</h2><ul><li>${monthName(moment.date)}&nbsp;(${1 + noise.int(9)})</li></ul></section></aside>`
  }

  function layout(moment: Moment, path: string, title: string, body: string) {
    const noise = moment.of(path)
    const version = `6.${moment.round < 6 ? 4 : 5}.${moment.round % 3}`
    const isNew = moment.round >= 9
    const menu = pages
      .map(
        ([to, name], at) =>
          `<li id="menu-item-${20 + at}" class="menu-item menu-item-type-post_type menu-item-${20 + at}${to === path ? ' current-menu-item' : ''}"><a href="${to}">${name}</a></li>`,
      )
      .join(gap(noise))
    return html(`<!DOCTYPE html>
<html lang="en-GB" class="no-js no-svg"><head><meta charset="UTF-8"><title>${title} &#8211; Riverside Institute</title>
<meta name="generator" content="WordPress ${version}"><link rel="stylesheet" id="theme-style-css" href="/wp-content/themes/brook/style.css?ver=${version}.${digits(noise, 5)}">
<script>var brook = {"ajax":"/wp-admin/admin-ajax.php","nonce":"${hex(noise, 10)}","now":"${moment.date.toISOString()}"};</script></head>
<body class="page-template-default wp-embed-responsive ${noise.pick(['has-sidebar', 'has-sidebar is-loaded'])} theme-${hex(noise, 4)}">
<div id="page" class="site"><header id="masthead" class="site-header"><p class="site-title"><a href="/" rel="home">Riverside Institute</a></p><p class="site-description">Science for living rivers</p>
<nav id="site-navigation" class="main-navigation"><ul id="primary-menu" class="menu">${menu}</ul></nav></header>
<div id="content" class="site-content"><div id="primary" class="content-area"><main id="main" class="site-main">${gap(noise)}${body}${gap(noise)}</main></div>${sidebar(moment, noise)}</div>
<footer id="colophon" class="site-footer"><div class="site-info">${isNew ? '<div class="newsletter"><h2>Stay in touch</h2><p>Subscribe to our monthly letter.</p></div>' : ''}&copy; ${moment.date.getUTCFullYear()} Riverside Institute. Proudly powered by WordPress. ${20 + noise.int(60)} queries in 0.${digits(noise, 3)} seconds.</div></footer></div></body></html>`)
  }

  const paragraphs = (texts: string[]) => texts.map(text => `<p>${text}</p>`).join('\n')
  const article = (title: string, content: string, extra = '') =>
    `<article class="hentry"><header class="entry-header"><h1 class="entry-title">${title}</h1></header><div class="entry-content">${content}</div>${extra}</article>`
  const dl = (rows: { name: string; value: string }[]) =>
    `<figure class="wp-block-table"><table><tbody>${rows.map(row => `<tr><td>${row.name}</td><td>${row.value}</td></tr>`).join('\n')}</tbody></table></figure>`

  function post(moment: Moment, doc: (typeof docs.all)[number]): string {
    const noise = moment.of(`${doc.path}#post`)
    const related = some(noise, docs.all, 3).map(each => `<li><a href="${each.path}">${each.title}</a></li>`)
    const comments = times(
      noise.int(4),
      () =>
        `<li class="comment"><b class="fn">${noise.pick(commenters)}</b> <time>${noise.int(20) + 1} days ago at ${clockTime(noise)}</time><p>${noise.pick(remarks)}</p></li>`,
    )
    return article(
      doc.title,
      `<p class="entry-meta">Posted on <time class="entry-date">${longDay(doc.day)}</time> · ${2 + (doc.texts.length % 5)} min read · <span class="views">${200 + moment.round * 13 + noise.int(20)} views</span></p>${paragraphs([...doc.texts, factOf(doc), ruleOf(doc, wordings), `Proposals are welcome until ${longDay(doc.until)}.`])}`,
      `<div class="sharedaddy sd-sharing-enabled"><span class="share-count">${noise.int(90)}</span> Shares <a class="share-facebook" href="#" data-shared="sharing-${hex(noise, 6)}">Facebook <span>${noise.int(40)}</span></a></div>
<div class="jp-relatedposts"><h3>Related</h3><ul>${related.join('')}</ul></div><div id="comments" class="comments-area"><h2 class="comments-title">${comments.length} thoughts on &ldquo;${doc.title}&rdquo;</h2><ol class="comment-list">${comments.join('')}</ol></div>`,
    )
  }

  function render(moment: Moment) {
    const answers = new Map<string, ReturnType<typeof html>>()
    const put = (path: string, title: string, body: string) => answers.set(path, layout(moment, path, title, body))
    const teaser = (doc: (typeof docs.all)[number]) =>
      `<article id="post-${slugOf(doc.path)}" class="post type-post"><h2 class="entry-title"><a href="${doc.path}" rel="bookmark">${doc.title}</a></h2><div class="entry-summary"><p>${doc.texts[0]?.split('. ')[0]} [&hellip;]</p></div><span class="comments-link">${moment.of(doc.path).int(9)} Comments</span></article>`
    put('/', 'Home', docs.all.slice(0, 8).map(teaser).join('\n'))
    put(
      '/archives/',
      'Archives',
      article(
        'Archives',
        `<ul class="wp-block-archives-list">${docs.all.map(doc => `<li><a href="${doc.path}">${doc.title}</a> <time>${longDay(doc.day)}</time></li>`).join('\n')}</ul>`,
      ),
    )
    put(
      '/team/',
      'Team',
      article(
        'Team',
        team.all
          .map(each => `<div class="wp-block-column"><h3>${each.name}</h3><p class="role">${each.post}</p></div>`)
          .join('\n'),
      ),
    )
    put('/visit/', 'Visit', article('Visit us', `${dl(hours)}<p>The station is closed on Sundays.</p>`))
    put('/contact/', 'Contact', article('Contact', dl(contact)))
    put(
      '/about/',
      'About',
      article(
        'About the institute',
        `<ul>${spare.map(each => `<li><a href="${each.path}">${each.title}</a></li>`).join('')}</ul>`,
      ),
    )
    for (const each of spare) put(each.path, each.title, article(each.title, paragraphs(each.texts)))
    for (const [at, tag] of tags.entries())
      put(
        `/tag/${slugOf(tag)}/`,
        tag,
        `<h1 class="page-title">Tag: ${tag}</h1>${docs.all
          .filter(doc => Number(/(\d+)\/$/.exec(doc.path)?.[1]) % 12 === at)
          .slice(0, 4)
          .map(teaser)
          .join('\n')}`,
      )
    for (const doc of docs.all) put(doc.path, doc.title, post(moment, doc))
    return answers
  }
  const { changes: on } = docs
  return {
    changes: [
      ...[
        on.added,
        on.added,
        on.corrected,
        on.corrected,
        on.reworded,
        on.extended,
        on.shortened,
        on.retitled,
        on.postponed,
      ],
      ...Object.values(team.changes),
      changeRows(
        contact,
        (from, row) =>
          row.value.includes('@')
            ? `${from.pick(['info', 'desk', 'hello', 'office'])}.${digits(from, 2)}@riverside-institute.test`
            : `+44 1632 ${digits(from, 6)}`,
        { kind: 'contact', urls: ['/contact/'] },
      ),
      changeRows(hours, from => `${7 + from.int(4)}:30 – ${14 + from.int(5)}:15`, {
        kind: 'contact',
        urls: ['/visit/'],
      }),
    ],
    ...{
      spare: spare.map(each => each.path),
      render,
      redesign: { round: 9, shows: ['Stay in touch', 'monthly letter'] },
    },
  }
}

export const theme: Family = {
  ...{ family: 'theme', half: 'tuning', name: 'Riverside Institute', host: 'riverside-institute.test', start: '/' },
  ...{ hours: 24, begins: daysAfter(new Date('2026-03-02'), 0).toISOString(), build },
}
