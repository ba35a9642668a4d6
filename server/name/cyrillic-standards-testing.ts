// Official transliterations of Cyrillic names, from the published tables, independent of `romanise-cyrillic.ts`.

const tableOf = (text: string) => {
  const words = text.split(/\s+/).filter(Boolean)
  return new Map(
    words.flatMap((word, n) => (n % 2 === 0 ? [[word, (words[n + 1] ?? '').replace('-', '')] as const] : [])),
  )
}
const sharedLetters = 'а a б b в v г g д d з z и i к k л l м m н n о o п p р r с s т t у u ф f'

type Standard = { table: Map<string, string>; iotated?: boolean; initial?: Map<string, string> }

/** For Russian. `iotated`: е is written ye at the beginning, after vowels and after ъ and ь. */
const russian: Record<string, Standard> = {
  'ICAO 9303': {
    table: tableOf(`${sharedLetters} е e ё e ж zh й i х kh ц ts ч ch ш sh щ shch ъ ie ы y ь - э e ю iu я ia`),
  },
  'GOST 7.79 B': {
    table: tableOf(`${sharedLetters} е e ё yo ж zh й j х x ц cz ч ch ш sh щ shh ъ - ы y ь - э e ю yu я ya`),
  },
  'ISO 9': { table: tableOf(`${sharedLetters} е e ё ë ж ž й j х h ц c ч č ш š щ ŝ ъ - ы y ь - э è ю û я â`) },
  'BGN/PCGN': {
    table: tableOf(`${sharedLetters} е e ё yo ж zh й y х kh ц ts ч ch ш sh щ shch ъ ” ы y ь ’ э e ю yu я ya`),
    iotated: true,
  },
  'passport of 1997': {
    table: tableOf(`${sharedLetters} е e ё e ж zh й y х kh ц ts ч ch ш sh щ shch ъ - ы y ь - э e ю yu я ya`),
  },
  French: {
    table: tableOf(`${sharedLetters} е e ё io ж j й i х kh ц ts ч tch ш ch щ chtch ъ - ы y ь - э e ю iou я ia у ou`),
  },
  German: {
    table: tableOf(
      `${sharedLetters} в w е e ё jo ж sch з s й i х ch ц z ч tsch ш sch щ schtsch ъ - ы y ь - э e ю ju я ja`,
    ),
  },
}
const others: Record<string, Standard> = {
  'Ukrainian, resolution 55': {
    table: tableOf(
      'а a б b в v г h ґ g д d е e є ie ж zh з z и y і i ї i й i к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts ч ch ш sh щ shch ь - ю iu я ia ’ -',
    ),
    initial: tableOf('є ye ї yi й y ю yu я ya'),
  },
  'Belarusian, instruction of 2007': {
    table: tableOf(
      'а a б b в v г h д d е ie ё io ж zh з z і i й i к k л l м m н n о o п p р r с s т t у u ў u ф f х kh ц ts ч ch ш sh ы y ь - э e ю iu я ia',
    ),
    initial: tableOf('е ye ё yo ю yu я ya'),
  },
  'Bulgarian, law of 2009': {
    table: tableOf(`${sharedLetters} е e ж zh й y х h ц ts ч ch ш sh щ sht ъ a ь y ю yu я ya`),
  },
  'Serbian Latin': {
    table: tableOf(`${sharedLetters} ђ đ е e ж ž ј j љ lj њ nj ћ ć х h ц c ч č џ dž ш š`),
  },
  'Macedonian passport': {
    table: tableOf(`${sharedLetters} ѓ gj е e ж zh ѕ dz ј j љ lj њ nj ќ kj х h ц c ч ch џ dj ш sh`),
  },
  'Kazakh, BGN/PCGN': {
    table: tableOf(
      `${sharedLetters} ә ä ғ gh е e ж zh й y қ q ң ng ө ö ұ u ү ü х kh һ h ц ts ч ch ш sh щ shch ъ - ы y і i ь - э e ю yu я ya`,
    ),
  },
}
const standards = { ...russian, ...others }
const russianStandards = Object.keys(russian)

export function writeBy(standard: string, name: string): string {
  const { table, iotated, initial } = standards[standard]!
  return name
    .split(' ')
    .map(word => {
      const letters = [...word.toLowerCase()]
      const written = letters.map((letter, n) => {
        const before = letters[n - 1]
        if (n === 0 && initial?.has(letter)) return initial.get(letter)!
        if (iotated && letter === 'е' && (before === undefined || 'аеёиоуыэюяйъь'.includes(before))) return 'ye'
        return table.get(letter) ?? letter
      })
      const text = written.join('')
      const [first = '', ...rest] = text
      return first.toUpperCase() + rest.join('')
    })
    .join(' ')
}

const words = (text: string) => text.split(/\s+/).filter(Boolean)
type People = { surnames: string[]; given: string[]; patronymics: string[] }
/** Common surnames and given names of each language. */
export const people: Record<'ru' | 'uk' | 'be' | 'bg' | 'sr' | 'mk' | 'kk', People> = {
  ru: {
    surnames: words(
      `Щёголев Хрущев Цыганков Чайковский Жириновский Ельцин Ежов Юшенков Яковлев Эйхе Шойгу Мишустин Герасимов Бортников Журавлёв Зюганов Кожемякин Лихачёв Мельниченко Нечаев
      Овсянников Подъяпольский Рыжков Соловьёв Тимченко Ушаков Фрадков Хачатурян Цой Черномырдин Шаймиев Щербаков Евтушенко Ильюшин Гребенщиков Воробьёв Вьюгин Дьяченко Кудряшов Лукьянов`,
    ),
    given: words(
      'Юрий Алексей Сергей Евгений Дмитрий Геннадий Фёдор Илья Георгий Аркадий Вячеслав Анатолий Григорий Михаил Ефим',
    ),
    patronymics: words(
      'Юрьевич Алексеевич Сергеевич Евгеньевич Дмитриевич Геннадьевич Фёдорович Ильич Георгиевич Аркадьевич',
    ),
  },
  uk: {
    surnames: words(
      'Щербань Хмельницький Гриценко Ґалаґан Єрмак Їжакевич Жеваго Цушко Черновецький Шевчук Юхимчук Ярошенко Гнатюк Левочкін Медведчук Козицький',
    ),
    given: words('Юрій Андрій Олексій Євген Григорій Сергій Гліб Ігор Микола Володимир Яків Зіновій'),
    patronymics: words('Юрійович Андрійович Олексійович Євгенович Григорович Сергійович Ігорович Миколайович'),
  },
  be: {
    surnames: words('Лукашэнка Шэйман Качанава Галоўчанка Чыж Вольскі Аляксееў Мятла Хрэнін Жарко'),
    given: words('Аляксандр Віктар Уладзімір Юрый Мікалай Дзмітрый Сяргей Ігар'),
    patronymics: words('Рыгоравіч Уладзіміравіч Мікалаевіч Юр’евіч'),
  },
  bg: {
    surnames: words('Пеевски Щерев Жеков Цветанов Христов Дъбов Гюров Чолаков Ямболиев Хаджиев Божков Къртев'),
    given: words('Делян Бойко Христо Цветан Жельо Юлиян Ангел Кръстьо'),
    patronymics: [],
  },
  sr: {
    surnames: words('Додик Вучић Ђукановић Шешељ Младић Караџић Цвијановић Жижић Његош Хаџић Љубичић Ћосић'),
    given: words('Милорад Александар Ђорђе Жељка Љубиша Радован Никола Вељко Ратко'),
    patronymics: [],
  },
  mk: {
    surnames: words('Груевски Ќосев Ѓорѓиев Мијалков Шекеринска Џафери Чавков Јанкулоска'),
    given: words('Никола Ѓорѓи Љубчо Сашо Горан Гордана'),
    patronymics: [],
  },
  kk: {
    surnames: words('Назарбаев Тоқаев Құлыбаев Мәсімов Әбішев Өтемұратов Жақсыбеков Шөкеев Ғабдуллин Үсенов'),
    given: words('Нұрсұлтан Қасым Тимур Кәрім Дариға Болат Ғалым Әлихан'),
    patronymics: [],
  },
}
export const standardsOf: Record<keyof typeof people, readonly string[]> = {
  ru: russianStandards,
  uk: ['Ukrainian, resolution 55'],
  be: ['Belarusian, instruction of 2007'],
  bg: ['Bulgarian, law of 2009'],
  sr: ['Serbian Latin'],
  mk: ['Macedonian passport'],
  kk: ['Kazakh, BGN/PCGN'],
}
