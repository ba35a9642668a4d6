import { isRelative, maskDates, maskNumbers } from '#server/text/tokens.ts'
import { hasHours, hasOtherContacts, isDueDate, isStamp } from './stated-data.ts'

/**
 * The only kind of change in a place: counters (whole numbers), figures (amounts, shares, decimals, and numbers that a
 * person counted and wrote), dates, or the host of links whose paths are unchanged.
 */
export type SoleChange = 'numbers' | 'figures' | 'dates' | 'hosts'

/** A number within a sentence was written by a person; a bare one is a counter or a stamp. */
const proseChars = 60
/** A Chinese character carries as much meaning as several Latin ones, so a Chinese sentence is shorter. */
const hanWeight = 2.5
const han = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu

/**
 * The only kind of change between two texts of one place, if the change is small. `label`: the subject of the place, such
 * as the first cell of its table row.
 */
export function onlyOf(before: string, after: string, label = ''): SoleChange | undefined {
  const bare = maskDates(before)
  if (bare === maskDates(after)) {
    if (lengthOf(bare) >= proseChars && !isRelative(after)) return undefined
    return hasHours(after) || isDueDate(`${label} ${after}`) || isLabelledDate(after, label) ? 'figures' : 'dates'
  }
  const plain = maskNumbers(before)
  if (plain !== maskNumbers(after) || longestChanged(before, after) >= proseChars) return undefined
  if (hasOtherContacts(`${label} ${before}`, `${label} ${after}`)) return 'figures'
  return hasFigure(before, after) || isStatedNumber(before, after, label) ? 'figures' : 'numbers'
}

/**
 * A label and a date alone, such as an entry of a calendar, unless the label is that of a text. In a row with more cells
 * the date may be that of its last check.
 */
function isLabelledDate(after: string, label: string): boolean {
  if (label === '' || isStamp(`${label} ${after}`) || isRelative(after)) return false
  return wordsIn(maskDates(after.replace(label, ''))) === 0
}

/** Length of the longest changed part of a line, whose parts are separated by bars and the like. */
function longestChanged(before: string, after: string): number {
  const old = before.split(lineParts)
  return Math.max(
    ...after.split(lineParts).map((part, at) => (part === old[at] ? 0 : lengthOf(maskNumbers(maskDates(part))))),
  )
}

const lineParts = /[|·•\n\t]/

/**
 * The words around numbers or dates if only those differ; undefined if more differs. Numbers alone can be equal by
 * chance: the year of a footer and the year of a contract.
 */
export function wordsAround(before: string, after: string): string | undefined {
  const bare = maskDates(before)
  if (bare === maskDates(after)) return bare
  const plain = maskNumbers(before)
  return plain === maskNumbers(after) ? plain : undefined
}

function lengthOf(text: string): number {
  return text.length + (text.match(han)?.length ?? 0) * (hanWeight - 1)
}

const amounts =
  /(?<lead>\p{Sc}\s?|\b(?:[A-Z]{2})?(?:USD|EUR|CNY|RMB|GBP|JPY|HKD|CHF|INR|KRW)\s?)?(?<number>\d+(?:[.,]\d+)*)(?<unit>\s?(?:[%％‰°℃℉\p{Sc}元圆圓美欧歐万萬亿億倍吨噸]|(?:USD|EUR|CNY|RMB|GBP|JPY|HKD|CHF|INR|KRW)\b))?/gu

/** Whether a changed number measures something: it has a unit, a currency or a fraction. Counters have none. */
function hasFigure(before: string, after: string): boolean {
  const old = [...before.matchAll(amounts)]
  return [...after.matchAll(amounts)].some((match, at) => {
    const was = old[at]?.groups
    const { lead, number, unit } = match.groups as { lead?: string; number: string; unit?: string }
    return was?.number !== number && (lead !== undefined || unit !== undefined || /[.,]\d{1,2}$/.test(number))
  })
}

/** Words for things that a site counts or numbers automatically: views, pages, results, copyright years. */
const siteCounters =
  /\b(?:views?|viewed|visit(?:s|ed|ors?)?|read(?:s|ers?)?|hits?|clicks?|clicked|likes?|shares?|shared|comments?|repl(?:y|ies)|posts?|followers?|following|subscribers?|downloads?|downloaded|installs?|online|guests?|results?|entries|items?|pages?|votes?|ratings?|reviews?|stars?|forks?|watch(?:ers|ing)?|threads?|topics?|messages?|times|cart|basket|unread|seconds?|minutes?|queries|edits|revisions|articles|copyright|version|issue|no|aufrufe?|besucher|zugriffe?|leser|kommentare?|vues?|visites?|visiteurs?|lectures?|commentaires?|visitas?|visitantes?|lecturas?|comentarios?|visualizz\w+|visitatori|bezoekers?|weergaven)\b|просмотр|посетител|комментари|閲覧|アクセス|コメント|조회|방문|댓글|[©#№]|浏览|瀏覽|阅读|閱讀|点击|點擊|访问|訪問|访客|訪客|人气|人氣|点赞|點讚|评论|評論|回复|回覆|收藏|转发|轉發|分享|下载|下載|在线|在線|热度|熱度|关注|關注|粉丝|粉絲|播放|观看|觀看|围观|已读|打开|次数|次數|人次|第\s*\d|共\s*\d|[页頁条條篇]|搜索|结果|結果|版权|版權|备案|備案/iu

/** Words for things that an organisation has and reports about itself. */
const organisationFigures =
  /\b(?:employees?|staff|workforce|headcount|personnel|workers|shareholders?|directors|offices|branches|subsidiar(?:y|ies)|plants|factor(?:y|ies)|stores|vessels|ships|aircraft|beds|students|capital|capacity)\b|员工|員工|职工|職工|雇员|僱員|从业人员|從業人員|编制|編制|在编|党员|黨員|股东|股東|董事|监事|監事|分公司|子公司|分支机构|分支機構|办事处|辦事處|门店|門店|工厂|工廠|船舶|床位|学生|學生|教师|教師|资本|資本|股本|产能|產能|会员单位|會員單位/iu

/** A label before the number: with a colon, or of several words. */
const labelled = /\p{L}{2}[^:：]*[:：][^\d\p{L}]*\d|(?:\p{L}{2,}[\s,]+){2}\p{L}{2,}[\s:：]*\d/u
const sentenceEnd = /[.!?。！？；;]["”’」）)]?\s*$/u
const fewestWords = 3
const fewestHan = 6

/** Counters in a sentence: the number is next to the counted thing. */
const sentenceCounters =
  /\b(?:viewed|read|visited|downloaded|shared|clicked|played|liked)\b[^.]*\d|\d[\d.,]*\s*(?:(?:page|unique|online|registered)\s+)*(?:views?|visits?|visitors?|readers?|hits?|clicks?|likes?|shares?|comments?|followers?|subscribers?|downloads?|users?|guests?|results?|pages?|posts?|edits|revisions|articles|times|people|aufrufe?|besucher|zugriffe?|leser|kommentare?|vues?|visites?|visiteurs?|lectures?|commentaires?|visitas?|visitantes?|lecturas?|comentarios?|visualizz\w+|visitatori|bezoekers?|weergaven)\b|просмотр|посетител|комментари|閲覧|アクセス|コメント|조회|방문|댓글|\bvisitor\b|\bonline\b|[©#№]|\bcopyright\b|浏览|瀏覽|阅读|閱讀|点击|點擊|访问量|訪問量|访客|訪客|人气|人氣|点赞|點讚|评论|評論|在线|在線|热度|播放|围观|次数|人次|第\s*\d|共\s*\d|版权|版權|备案|備案/iu
/** Labels of counters: the whole label. */
const counterLabels =
  /^(?:(?:page|total|unique|site)\s+)?(?:views?|visits?|visitors?(?:\s+(?:no|number)\.?)?|hits?|clicks?|likes?|shares?|comments?|followers?|subscribers?|downloads?|online|on line|guests?|users?|posts?|replies|pages?|results?|version|issue|no\.?|浏览\S*|瀏覽\S*|阅读\S*|閱讀\S*|点击\S*|點擊\S*|访问\S*|訪問\S*|访客\S*|人气|点赞\S*|评论\S*|在线\S*|下载\S*|转发\S*|收藏\S*)\s*[:：]?$/iu

/**
 * Whether a person wrote the changed whole number: it has a label, counts something that an organisation has, or is part
 * of a sentence.
 */
function isStatedNumber(before: string, after: string, label: string): boolean {
  if (label !== '' && !counterLabels.test(label) && !sentenceCounters.test(after)) return true
  const isOne = !lineParts.test(after)
  if (!sentenceCounters.test(after) && (isSentence(after) || (isOne && labelled.test(after)))) return true
  const old = clausesOf(before)
  return clausesOf(after).some(
    (clause, at) =>
      clause !== old[at] && !siteCounters.test(clause) && (labelled.test(clause) || organisationFigures.test(clause)),
  )
}

function isSentence(text: string): boolean {
  return sentenceEnd.test(text) && (wordsIn(text) >= fewestWords || (text.match(han)?.length ?? 0) >= fewestHan)
}

function wordsIn(text: string): number {
  return text.match(/\p{L}+/gu)?.length ?? 0
}

/** A line may have several numbers, each with its own label. */
function clausesOf(text: string): string[] {
  return text.split(/[|·•;；，、。\n\t]|,(?!\d)/u)
}
