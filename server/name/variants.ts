// Given names that are interchangeable beyond their sound: short forms, and the same name in two languages.
import { wordsOf } from './table.ts'

const groups = `william bill billy will guillermo wilhelm guillaume|robert bob bobby rob roberto|richard dick rick ricky ricardo|edward ed eddie ted eduardo|james jim jimmy
jacob|john jack johnny jon juan jean johann johannes giovanni ivan ioannis yahya joao|joseph joe jose giuseppe yusuf iosif josef youssef|michael mike mick mikhail mikhailo mikhas mihail miguel michel mikael mykhailo
michele|thomas tom tommy tomas|charles charlie chuck carlos carl karl carlo|alexander alex aleksandr alexandre alejandro iskandar oleksandr alessandro sasha sandro alyaksandr aliaksandr aleksander oleksander|anthony tony antonio antoine anton
|benjamin ben benny bibi binyamin|daniel dan danny|david dave dawood daud davud|andrew andy andrei andrey andres andreas andriy|peter pete pyotr petr pedro pierre petro pietro|paul pavel pavlo pavol pablo pavlo paolo
|matthew matt mateo matteo matthias|nicholas nick nikolai nikolay nicolas mykola mikalai nicolae niccolo|gregory greg grigory|stephen steven steve stefan esteban etienne stepan|samuel sam sami|frederick fred friedrich
|lawrence larry laurent lorenzo|gerald gerry jerry|theodore ted teddy fyodor|vladimir volodymyr wladimir vova uladzimir vladimirs|dmitry dmytro dima dzmitry dmitriy dmitri dmitrii|sergei serhiy siarhei sergey serhii syarhey siarhey sergejs sergii|evgeny yevhen eugene eugen yauhen evgeniy yevgeny yevgeniy evgenii yevheniy jevgenijs|yuri yury iurii george georgy jorge yuriy
|elizabeth liz betty lisa beth|katherine kate kathy catherine katie ekaterina yekaterina catalina kateryna|margaret maggie peggy meg margarita|mary maria marie miriam maryam|helen elena olena yelena
|ann anna anne ana hanna hannah|susan sue susanna|barbara barb babs|patricia pat patty|jennifer jen jenny|ludwig louis luis luigi lewis|henry harry heinrich enrique henri|leo lev leon
|abraham ibrahim avraham abe|isaac ishaq yitzhak ishak|moses musa moshe moussa|solomon suleiman sulaiman shlomo soliman|jesus isa eissa|elias ilyas ilya|noah nuh|jonah younis yunus
|mohammed mohd md muhd mehmet mahomet mohamad|ahmed ahmet|ali aly|hussein huseyin hussain hossein husain|hassan hasan|omar umar omer|osman othman uthman usman|barack barry|kenneth ken kenny
|christopher chris cristobal|philip phil felipe philippe filippo|timothy tim|ronald ron ronnie|donald don donnie|francis frank francisco francois francesco franz`

const groupsOf = new Map<string, number[]>()
for (const [n, group] of groups.split('|').entries())
  for (const name of wordsOf(group)) groupsOf.set(name, [...(groupsOf.get(name) ?? []), n])

/** Whether two spellings are forms of one given name; symmetric, and not transitive beyond a group. */
export function variantOf(a: string, b: string): boolean {
  const left = groupsOf.get(a)
  if (!left) return false
  const right = groupsOf.get(b)
  return right?.some(group => left.includes(group)) ?? false
}

/** Given names of men and women that differ only in the ending. */
const pairs =
  wordsOf(`michel/michelle michel/michele daniel/danielle daniel/daniela daniel/daniele gabriel/gabriella gabriel/gabriela gabriel/gabrielle alexander/alexandra
  aleksandr/aleksandra alexandre/alexandra andre/andrea andre/andree nicolas/nicole dominic/dominica christian/christiane christian/christina christian/christine kristian/kristina
  martin/martina martin/martine paul/paula paul/pauline paul/paulina robert/roberta antonio/antonia carlo/carla carlos/carla mario/maria claudio/claudia julian/juliana julio/julia
  julius/julia stefan/stefania stephan/stephanie patrick/patricia eric/erica erik/erika fernando/fernanda francisco/francisca francesco/francesca francis/frances louis/louise
  luis/luisa henri/henriette jean/jeanne jean/jeanette joseph/josephine simon/simone rene/renee pascal/pascale emil/emilia emile/emilie victor/victoria viktor/viktoria
  valentin/valentina valery/valeria oleg/olga ivan/ivana jan/jana karol/karolina vladislav/vladislava miroslav/miroslava stanislav/stanislava evgeny/evgenia georg/georgia
  george/georgina samir/samira amir/amira karim/karima jamil/jamila khalid/khalida latif/latifa nadir/nadira rashid/rashida said/saida salim/salima amin/amina aziz/aziza
  hamid/hamida habib/habiba nabil/nabila sharif/sharifa walid/walida zahir/zahira munir/munira halim/halima wahid/wahida majid/majida farid/farida basim/basima`)
const otherSexes = new Map<string, Set<string>>()
for (const pair of pairs) {
  const [man = '', woman = ''] = pair.split('/')
  otherSexes.set(man, (otherSexes.get(man) ?? new Set()).add(woman))
  otherSexes.set(woman, (otherSexes.get(woman) ?? new Set()).add(man))
}

export const isOtherSex = (a: string, b: string): boolean => otherSexes.get(a)?.has(b) ?? false
