// A group whose pages exist in German, English, French and Chinese: a change appears in one language, the others follow.
import { nearby } from '../content.ts'
import {
  type Applied,
  type Change,
  clockTime,
  digits,
  drawer,
  type Family,
  gap,
  hex,
  html,
  type Model,
  type Moment,
  makeSpare,
  type Random,
  times,
} from '../family.ts'

const languages = ['de', 'en', 'fr', 'zh'] as const
type Language = (typeof languages)[number]
type Words = Record<Language, string>
const words = (de: string, en: string, fr: string, zh: string): Words => ({ de, en, fr, zh })

const pages = [
  ['management', words('Geschäftsleitung', 'Management', 'Direction', '管理层')],
  ['locations', words('Standorte', 'Locations', 'Sites', '办公地点')],
  ['figures', words('Kennzahlen', 'Key figures', 'Chiffres clés', '主要数据')],
  ['policy', words('Grundsätze', 'Policies', 'Principes', '政策')],
  ['jobs', words('Offene Stellen', 'Vacancies', 'Postes vacants', '招聘')],
  ['news', words('Aktuelles', 'Latest', 'Actualités', '最新动态')],
  ['history', words('Geschichte', 'History', 'Histoire', '历史')],
] as const
const menuOther = words('Startseite', 'Home', 'Accueil', '首页')
const posts = [
  words('Vorsitzende', 'Chair', 'Présidente', '董事长'),
  words('Finanzchef', 'Chief financial officer', 'Directeur financier', '财务总监'),
  words('Leiter Produktion', 'Head of production', 'Chef de la production', '生产主管'),
  words('Leiterin Recht', 'General counsel', 'Directrice juridique', '法务主管'),
  words('Leiter Vertrieb', 'Head of sales', 'Chef des ventes', '销售主管'),
  words('Mitglied', 'Member', 'Membre', '成员'),
]
const figureNames = [
  words('Umsatz in Mio.', 'Sales in millions', 'Chiffre d’affaires en millions', '销售额（百万）'),
  words('Mitarbeitende', 'Employees', 'Collaborateurs', '员工人数'),
  words('Werke', 'Plants', 'Usines', '工厂数量'),
  words('Patente', 'Patents', 'Brevets', '专利数量'),
  words('Ausgeschüttet in Mio.', 'Dividends in millions', 'Dividendes en millions', '分红（百万）'),
]
const duties = [
  words(
    'Lieferanten dürfen Geschenke annehmen.',
    'Suppliers may accept gifts.',
    'Les fournisseurs peuvent accepter des cadeaux.',
    '供应商可以接受礼品。',
  ),
  words(
    'Lieferanten dürfen keine Geschenke annehmen.',
    'Suppliers must not accept gifts.',
    'Les fournisseurs ne doivent pas accepter de cadeaux.',
    '供应商不得接受礼品。',
  ),
  words(
    'Lieferanten müssen Geschenke melden.',
    'Suppliers must report gifts.',
    'Les fournisseurs doivent déclarer les cadeaux.',
    '供应商必须申报礼品。',
  ),
  words(
    'Geschenke bis 50 Franken sind erlaubt.',
    'Gifts of up to 50 francs are permitted.',
    'Les cadeaux jusqu’à 50 francs sont autorisés.',
    '允许价值50法郎以下的礼品。',
  ),
]
const events = [
  words(
    'Das Werk in Thun wird erweitert',
    'The plant in Thun is extended',
    'L’usine de Thoune est agrandie',
    '图恩工厂扩建',
  ),
  words(
    'Der Vertrag mit Nordbau wird gekündigt',
    'The contract with Nordbau is terminated',
    'Le contrat avec Nordbau est résilié',
    '终止与北建公司的合同',
  ),
  words(
    'Neue Tochter in Lyon gegründet',
    'New subsidiary founded in Lyon',
    'Nouvelle filiale fondée à Lyon',
    '在里昂成立新子公司',
  ),
  words('Rückruf der Seilrolle K7', 'Recall of rope pulley K7', 'Rappel de la poulie K7', '召回K7型绳轮'),
  words('Streik im Lager beendet', 'Strike at the warehouse ended', 'Fin de la grève à l’entrepôt', '仓库罢工结束'),
  words(
    'Übernahme von Seilbau Urs genehmigt',
    'Takeover of Seilbau Urs approved',
    'Rachat de Seilbau Urs approuvé',
    '收购乌尔斯索道公司获批',
  ),
  words(
    'Bau der Bahn am Titlis verschoben',
    'Cableway at Titlis postponed',
    'Téléphérique du Titlis reporté',
    '铁力士缆车项目推迟',
  ),
  words('Werk Chur wird geschlossen', 'Plant in Chur to close', 'L’usine de Coire ferme', '库尔工厂将关闭'),
]
const jobNames = [
  words('Ingenieurin Seilbahnen', 'Cableway engineer', 'Ingénieure en téléphériques', '索道工程师'),
  words('Buchhalter', 'Accountant', 'Comptable', '会计'),
  words('Schweisser', 'Welder', 'Soudeur', '焊工'),
  words('Übersetzerin', 'Translator', 'Traductrice', '翻译'),
  words('Einkäufer', 'Buyer', 'Acheteur', '采购员'),
  words('Prüferin', 'Inspector', 'Contrôleuse', '检验员'),
]
const history: Words[] = [
  words(
    'Das Unternehmen entstand aus einer Seilerei im Tal der Reuss.',
    'The company grew out of a rope maker in the Reuss valley.',
    'L’entreprise est issue d’une corderie de la vallée de la Reuss.',
    '公司起源于罗伊斯山谷的一家制绳厂。',
  ),
  words(
    'Nach dem Krieg baute es die ersten Sesselbahnen des Landes.',
    'After the war it built the first chairlifts of the country.',
    'Après la guerre, elle construit les premiers télésièges du pays.',
    '战后建造了该国第一批吊椅索道。',
  ),
  words(
    'Seit 1991 gehört eine Giesserei dazu.',
    'A foundry has belonged to it since 1991.',
    'Une fonderie en fait partie depuis 1991.',
    '自1991年起拥有一家铸造厂。',
  ),
]

/** The content of one language. Each has its own copy, since the languages change in different rounds. */
type Content = {
  people: { name: string; post: number }[]
  figures: string[]
  duty: number
  events: { id: number; at: string }[]
  jobs: number[]
  phones: { city: string; phone: string; hours: string }[]
}

function build(random: Random): Model {
  const name = (from: Random) =>
    `${from.pick(['Beat', 'Regula', 'Urs', 'Silvia', 'Reto', 'Monika', 'Jürg', 'Anne'])} ${from.pick(['Amstad', 'Bühler', 'Cadisch', 'Durrer', 'Egli', 'Furrer', 'Gisler', 'Huber', 'Imhof', 'Kälin'])}`
  const phone = (from: Random) => `+41 41 ${digits(from, 3)} ${digits(from, 2)} ${digits(from, 2)}`
  const base: Content = {
    people: times(8, at => ({ name: name(random), post: Math.min(at, 5) })),
    figures: figureNames.map(() => digits(random, 3)),
    ...{ duty: 0, jobs: [0, 1, 2] },
    events: [0, 1, 2].map(id => ({ id, at: `0${1 + id}.03.2026` })),
    phones: ['Altdorf', 'Thun', 'Lyon', 'Suzhou'].map(city => ({ city, phone: phone(random), hours: '8:00–17:00' })),
  }
  const content = new Map<Language, Content>(languages.map(each => [each, structuredClone(base)]))
  const spare = makeSpare(
    random,
    at => `/en/archive/y${2010 + at}.html`,
    times(9, at => `Archive of ${2011 + at}`),
    from =>
      `In this year the group delivered ${digits(from, 2)} ${from.pick(['lifts', 'winches', 'pulleys'])} to ${from.pick(['Chile', 'Norway', 'Japan', 'Canada'])} and opened ${from.pick(['a training centre', 'a warehouse', 'a test track'])}.`,
  )
  /** Changes that appear in the other languages later. */
  const waiting: {
    round: number
    apply: (language: Language) => string[]
    page: string
    kind: Applied['kind']
    left: Language[]
  }[] = []

  function layout(moment: Moment, language: Language, page: string, title: string, body: string) {
    const path = pathOf(language, page)
    const noise = moment.of(path)
    const alternates = languages
      .map(each => `<link rel="alternate" hreflang="${each}" href="https://alpen-group.test${pathOf(each, page)}">`)
      .join('')
    const menu = [['index', menuOther] as const, ...pages]
      .map(([to, label]) => `<li><a href="${pathOf(language, to)}">${label[language]}</a></li>`)
      .join(gap(noise))
    const slogan = noise.pick([
      words('Wir verbinden Berge', 'We connect mountains', 'Nous relions les montagnes', '连接群山'),
      words('Sicher nach oben', 'Safely up', 'En haut en sécurité', '安全登高'),
      words('Seit 1889', 'Since 1889', 'Depuis 1889', '始于1889年'),
    ])[language]
    return html(`<!DOCTYPE html><html lang="${language}"><head><meta charset="utf-8"><title>${title} | Alpen Group</title>${alternates}<meta name="request" content="${hex(noise, 10)}"></head><body><header><p class="claim">${slogan}</p><nav><ul>${menu}</ul></nav>
<ul class="languages">${languages.map(each => `<li><a hreflang="${each}" href="${pathOf(each, page.startsWith('archive/') ? 'index' : page)}">${each.toUpperCase()}</a></li>`).join('')}</ul></header>${gap(noise)}<main><h1>${title}</h1>${body}</main>
<footer><p>${words('Stand', 'As of', 'État au', '更新时间')[language]} ${moment.date.toISOString().slice(0, 10)} ${clockTime(noise)}</p><p>Alpen Group AG · ${words('Impressum', 'Imprint', 'Mentions légales', '版权声明')[language]} · © 2001–${moment.date.getUTCFullYear()}${moment.round >= 9 ? ` · ${words('Barrierefreiheit', 'Accessibility', 'Accessibilité', '无障碍')[language]}` : ''}</p></footer></body></html>`)
  }

  function render(moment: Moment) {
    const answers = new Map<string, ReturnType<typeof html>>()
    for (const language of languages) {
      const own = content.get(language) as Content
      const put = (page: string, title: string, body: string) =>
        answers.set(pathOf(language, page), layout(moment, language, page, title, body))
      const list = (items: string[]) => `<ul>${items.map(each => `<li>${each}</li>`).join('\n')}</ul>`
      const table = (rows: string[][]) =>
        `<table>${rows.map(row => `<tr>${row.map(each => `<td>${each}</td>`).join('')}</tr>`).join('\n')}</table>`
      const archive = language === 'en' ? list(spare.map(each => `<a href="${each.path}">${each.title}</a>`)) : ''
      const titleOf = (page: string) => pages.find(([each]) => each === page)?.[1][language] ?? ''
      put(
        'index',
        'Alpen Group',
        `<p>${history[0]?.[language]}</p><p>${words('Besucher heute', 'Visitors today', 'Visiteurs du jour', '今日访客')[language]}: ${100 + moment.of(`${language}#home`).int(800)}</p>`,
      )
      put(
        'management',
        titleOf('management'),
        table(own.people.map(each => [each.name, posts[each.post]?.[language] ?? ''])),
      )
      put('locations', titleOf('locations'), table(own.phones.map(each => [each.city, each.phone, each.hours])))
      put(
        'figures',
        titleOf('figures'),
        table(own.figures.map((value, at) => [figureNames[at]?.[language] ?? '', value])),
      )
      put('policy', titleOf('policy'), `<p>${duties[own.duty]?.[language]}</p><p>${history[1]?.[language]}</p>`)
      put('jobs', titleOf('jobs'), list(own.jobs.map(at => jobNames[at]?.[language] ?? '')))
      put('news', titleOf('news'), list(own.events.map(each => `${each.at}: ${events[each.id]?.[language]}`)))
      put('history', titleOf('history'), `${history.map(each => `<p>${each[language]}</p>`).join('\n')}${archive}`)
    }
    for (const each of spare)
      answers.set(
        each.path,
        layout(moment, 'en', each.path.slice(4, -5), each.title, each.texts.map(text => `<p>${text}</p>`).join('\n')),
      )
    return answers
  }

  const drawPerson = drawer<string>()
  const drawAny = drawer<string>()
  const own = (language: Language) => content.get(language) as Content
  /** Applied to one language now; the others follow in a later round, as one change. */
  const first =
    (
      page: string,
      kind: Applied['kind'],
      make: (moment: Moment) => ((language: Language) => string[]) | null,
    ): Change =>
    moment => {
      // One open change of a page at a time, so that the others follow in order.
      if (waiting.some(each => each.page === page)) return null
      const apply = make(moment)
      if (!apply) return null
      const language = moment.random.pick(languages)
      waiting.push({ round: moment.round, apply, page, kind, left: languages.filter(each => each !== language) })
      return { kind, urls: [pathOf(language, page)], shows: apply(language) }
    }
  const follow: Change = moment => {
    const at = waiting.findIndex(each => each.round < moment.round)
    const [each] = at < 0 ? [] : waiting.splice(at, 1)
    if (!each) return null
    return {
      kind: each.kind,
      urls: each.left.map(language => pathOf(language, each.page)),
      shows: each.left.flatMap(each.apply),
    }
  }
  return {
    changes: [
      ...times(6, () => follow),
      first('management', 'person_removed', moment => {
        const present = own('de')
          .people.slice(1)
          .map(each => each.name)
        const gone = present.length > 5 ? drawPerson(moment, present) : null
        if (gone === null) return null
        return language => {
          own(language).people = own(language).people.filter(each => each.name !== gone)
          return [gone]
        }
      }),
      first('management', 'person_added', moment => {
        const added = drawPerson.mark(
          moment,
          `${name(moment.random)}-${moment.random.pick(['Moser', 'Nager', 'Odermatt'])}`,
        )
        const post = 1 + moment.random.int(5)
        return language => {
          own(language).people.push({ name: added, post })
          return [added]
        }
      }),
      first('figures', 'value', moment => {
        const key = drawAny(
          moment,
          figureNames.map(each => each.en),
        )
        const at = figureNames.findIndex(each => each.en === key)
        const value = nearby(moment.random, own('de').figures[at] ?? '')
        return language => {
          own(language).figures[at] = value
          return [value]
        }
      }),
      first('policy', 'reworded', moment => {
        const duty = (own('de').duty + 1 + moment.random.int(3)) % 4
        return language => {
          own(language).duty = duty
          return [
            duties[duty]?.[language].replace(/[.。]$/, '') ?? '',
            ...(language === 'zh' ? ['不得', '必须', '允许'].filter(each => duties[duty]?.zh.includes(each)) : []),
          ]
        }
      }),
      first('news', 'entry_added', moment => {
        const id = events.findIndex(
          (_, at) => !own('de').events.some(each => each.id === at) && !own('fr').events.some(each => each.id === at),
        )
        const date = moment.date.toISOString().slice(0, 10).split('-').reverse().join('.')
        if (id < 0) return null
        return language => {
          own(language).events.unshift({ id, at: date })
          return [events[id]?.[language] ?? '']
        }
      }),
      first('locations', 'contact', moment => {
        const at = moment.random.int(4)
        const value = phone(moment.random)
        return language => {
          Object.assign(own(language).phones[at] as object, { phone: value })
          return [value]
        }
      }),
      first('locations', 'contact', moment => {
        const at = moment.random.int(4)
        const value = `${6 + moment.random.int(3)}:30–${15 + moment.random.int(4)}:45`
        return language => {
          Object.assign(own(language).phones[at] as object, { hours: value })
          return [value]
        }
      }),
      first('jobs', 'entry_added', moment => {
        const at = jobNames.findIndex((_, id) => !own('de').jobs.includes(id) && !own('zh').jobs.includes(id))
        if (at < 0 || moment.round === 0) return null
        return language => {
          own(language).jobs.push(at)
          return [jobNames[at]?.[language] ?? '']
        }
      }),
      first('jobs', 'entry_removed', moment => {
        const [at] = own('en').jobs
        if (at === undefined || own('en').jobs.length < 3 || moment.round === 0) return null
        return language => {
          own(language).jobs = own(language).jobs.filter(each => each !== at)
          return [jobNames[at]?.[language] ?? '']
        }
      }),
    ],
    ...{
      spare: spare.map(each => each.path),
      render,
      redesign: { round: 9, shows: ['Barrierefreiheit', 'Accessibility', 'Accessibilité', '无障碍'], most: 4 },
    },
  }
}

const pathOf = (language: Language, page: string): string =>
  page === 'index' ? `/${language}/` : `/${language}/${page}.html`

export const multilingual: Family = {
  ...{ family: 'languages', half: 'held-out', name: 'Alpen Group', host: 'alpen-group.test', start: '/de/' },
  ...{ hours: 24, begins: '2026-03-23', build },
}
