// Hangul by the romanisation of the South, and by that of the North and older books.
import { tableOf, wordsOf } from './table.ts'

const onsets = wordsOf('g kk n d tt r m b pp s ss - j jj ch k t p h')
const onsetsNorth = wordsOf('k kk n t tt r m p pp s ss - j jj ch kh th ph h')
const onsetsPassport = wordsOf('k kk n d tt r m b pp s ss - j jj ch k t p h')
const nuclei = wordsOf('a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i')
const nucleiNorth = wordsOf('a ae ya yae o e yo ye o wa wae oe yo u wo we wi yu u ui i')
const nucleiPassport = wordsOf('a ae ya yae u e you ye o wa wae oi yo oo wo we wi yoo eu ui ee')
const codas = wordsOf('- k k k n n n t l k m l l l p l m p p t t ng t t k t p t')
const first = 0xac00
const last = 0xd7a3

const compound = new Set(wordsOf('남궁 황보 제갈 사공 선우 서문 독고 동방'))
/** Surnames whose usual spelling differs from the pronunciation. */
const surnames =
  tableOf(`이 lee,yi,ri,rhee,i 리 ri,lee,yi,rhee 박 park,pak,bak 임 lim,im,rim 림 rim,lim,im 노 roh,no,ro 로 ro,roh,no 유 yoo,yu,ryu,you 류 ryu,yoo,yu,lyu
  양 yang,ryang 량 ryang,yang 최 choi,choe,che 나 na,ra,rha 라 ra,na 여 yeo,ryo,lyuh,yo 려 ryo,yeo 오 oh,o 우 woo,u,wu 조 cho,jo,joh 정 jung,jong,chung,jeong,chong 김 kim,gim
  강 kang,gang 전 jeon,jon,chun,chon,jun 장 jang,chang 윤 yoon,yun 신 shin,sin 서 seo,so,suh 석 seok,sok,suk 선 seon,son,sun 성 seong,song,sung 손 son,sohn 송 song 심 sim,shim
  안 an,ahn 엄 eom,om,um 염 yeom,yom,ryom,yum 렴 ryom,yeom 원 won 육 yuk,ryuk 인 in 주 ju,joo,chu 지 ji,chi,jee 진 jin,chin 차 cha 천 cheon,chon,chun 추 chu,choo 탁 tak
  태 thae,tae 표 pyo,phyo 하 ha 한 han,hahn 허 heo,ho,hur,huh 현 hyeon,hyon,hyun 홍 hong 황 hwang 고 ko,go,koh 곽 kwak,gwak 구 koo,ku,gu 국 kuk,guk,cook 권 kwon,gwon,kweon
  궁 kung,gung 계 kye,gye 공 kong,gong 기 ki,kee 길 kil,gil 도 do,to,doh 독고 dokgo,tokko 명 myeong,myong,myung 모 mo 문 moon,mun 민 min 반 ban,pan 방 bang,pang 배 bae,pae
  백 baek,paek,paik 변 byeon,pyon,byun 복 bok,pok 봉 bong,pong 부 bu,pu,boo 빈 bin,pin 사 sa 설 seol,sol,sul 소 so 시 si,shi 어 eo,o,uh 연 yeon,yon,ryon 련 ryon,yeon 예 ye 옥 ok
  용 yong,ryong 룡 ryong,yong 위 wi,wee 은 eun,un 음 eum,um 제 je,che 좌 jwa,chwa 채 chae 편 pyeon,pyon 함 ham 형 hyeong,hyong 호 ho 남 nam 남궁 namgung,namgoong,namkung
  황보 hwangbo,hwangpo 선우 sunwoo,seonu,sonu 제갈 jegal,chegal 사공 sagong 서문 seomun,somun 단 dan,tan 당 dang 동 dong,tong 두 du,tu,doo 마 ma 맹 maeng 경 kyung,gyeong,kyong`)

function spell(word: string, on: readonly string[], vowel: readonly string[]): string {
  return [...word]
    .map(letter => {
      const at = letter.charCodeAt(0) - first
      if (at < 0 || letter.charCodeAt(0) > last) return ''
      const parts = [on[Math.floor(at / 588)], vowel[Math.floor((at % 588) / 28)], codas[at % 28]]
      return parts.map(part => (part === '-' ? '' : part)).join('')
    })
    .join("'")
}

/** Syllables are separated by a sign, because `ng` and `n-g` differ. */
export const romaniseHangul = (word: string): string[] => [
  spell(word, onsets, nuclei),
  spell(word, onsetsNorth, nucleiNorth),
]

/** The common spelling of South Korean passports: Young, Kyung, Woo, Soo, Hee. */
const passport = (word: string) => spell(word, onsetsPassport, nucleiPassport)

/** Splits a Korean name in one run into the surname with its spellings and the given name. */
export function partHangul(run: string): { text: string; spellings: string[] }[] {
  const length = run.length > 2 && compound.has(run.slice(0, 2)) ? 2 : 1
  if (run.length < 2 || run.length > 4) return [{ text: run, spellings: romaniseHangul(run) }]
  const [surname, given] = [run.slice(0, length), run.slice(length)]
  const known = surnames.get(surname)?.split(',')
  return [
    { text: surname, spellings: known ?? romaniseHangul(surname) },
    { text: given, spellings: [...romaniseHangul(given), passport(given)] },
  ]
}
