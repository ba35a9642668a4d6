// Fictional names as in a register: a few common words, many rare ones, several scripts.
const surnames =
  'Ivanov Petrov Smirnov Chen Wang Li Zhang Nguyen Kim Park Garcia Lopez Silva Santos Müller Schmidt Rossi Haddad Khan Hussein Ali Mohammed Sato Suzuki Yilmaz Kaya Kowalski Novak Cohen Levi'.split(
    ' ',
  )
const givenNames =
  'Sergei Anna Wei Jun Minh Ji-ho Maria Jose Ana Hans Giulia Omar Fatima Ahmed Hassan Yuki Mehmet Jan Petra David Sarah Ivan Olga Elena Pavel Ravi Priya John Mary Peter'.split(
    ' ',
  )
const onsets = 'b ch d f g gr h j k kh l m n p r s sh st t tr v w y z zh'.split(' ')
const vowels = 'a e i o u ai ou ia'.split(' ')
const codas = ['', '', 'n', 'r', 'l', 's', 'v', 'k', 'nd']
const trades =
  'Trading Shipping Steel Energy Logistics Technologies Bank Import Export Construction Chemicals Electronics'.split(
    ' ',
  )
const forms = ['LLC', 'Ltd', 'GmbH', 'JSC', 'S.A.', 'Co., Ltd', 'Limited', 'Inc.']
const places = 'Moscow Tehran Shanghai Dubai Minsk Istanbul Hong Kong Damascus Caracas Yangon'.split(' ')
const hanSurnames = [...'王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗']
const hanGiven = [...'伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉建国文志海']
const cyrillic = 'Иванов Петров Смирнов Кузнецов Попов Соколов Лебедев Новиков Морозов Волков'.split(' ')
const cyrillicGiven = 'Сергей Анна Иван Ольга Павел Елена Дмитрий Наталья Алексей Мария'.split(' ')
const regions = ['RU', 'CN', 'IR', 'SY', 'US', 'DE', 'TR', 'KP', 'BY', 'VE']

/** The same names for the same random numbers (`random`: 0 to 1). Only some have dates and countries. */
export function namesOf(random: () => number) {
  const one = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T
  const syllables = (count: number) =>
    Array.from({ length: count }, () => one(onsets) + one(vowels) + one(codas)).join('')
  const word = () => {
    const text = syllables(2 + Math.floor(random() * 2))
    return text.charAt(0).toUpperCase() + text.slice(1)
  }
  const day = () =>
    `${1930 + Math.floor(random() * 75)}-${String(1 + Math.floor(random() * 12)).padStart(2, '0')}-${String(1 + Math.floor(random() * 28)).padStart(2, '0')}`
  const known = (date: string) => ({
    date: random() < 0.5 ? date : null,
    region: random() < 0.6 ? one(regions) : null,
  })
  return {
    person: () => {
      const kind = random()
      const common = random() < 0.4
      const name =
        kind < 0.1
          ? one(hanSurnames) + one(hanGiven) + (random() < 0.7 ? one(hanGiven) : '')
          : kind < 0.2
            ? `${one(cyrillicGiven)} ${one(cyrillic)}`
            : `${random() < 0.6 ? one(givenNames) : word()} ${random() < 0.3 ? `${word()} ` : ''}${common ? one(surnames) : word()}`
      return { name, ...known(day()) }
    },
    og: () => ({
      name: `${word()} ${random() < 0.3 ? `${one(places)} ` : ''}${one(trades)} ${one(forms)}`,
      ...known(day()),
    }),
  }
}
