import { findNumbers } from '#server/text/number-find.ts'
import { type Anchor, anchorsOf, isHan, piecesOf, quotesOf } from './anchors.ts'
import type { Strike } from './guard.ts'
import { hasUnseen, plain, sentencesOf } from './passage.ts'
import { isSameValue } from './values.ts'
import { orders } from './words.ts'

/** The texts of a change: those that were there before, and those that are there after it. */
export type ChangeTexts = { before: readonly string[]; after: readonly string[] }

/** Words of Chinese sentences about a change; they state what happened to the text, not what it contains. */
const changeWords =
  '不再 列出 列为 出现 删除 删去 移除 去掉 撤下 新增 增加 增至 增为 添加 加入 补充 减少 减至 降至 升至 更新 更改 更换 替换 变更 ' +
  '修改 改为 改成 变为 变成 调整 页面 网页 网站 内容 文字 段落 一段 一条 一项 一处 一则 列表 名单 条目 链接 日期 时间 金额 数字 数量 ' +
  '原来 原有 原为 原先 现在 现为 此前 之前 之后 已经 没有 仍然 仍 新 旧 原 现 由 从 至 到 成 为 并 了 两 三 个 名 位 条 项 处 段'

const pieces = new RegExp(
  changeWords
    .split(' ')
    .sort((a, b) => b.length - a.length)
    .join('|'),
  'gu',
)

const openers =
  /^(?:Added|Removed|Deleted|Dropped|Replaced|Changed|Updated|Renamed|Moved|Corrected|New|Now|No longer|Instead)\b/u

/** A number after these words belongs to the new text, and after those to the former one. */
const isNew = /(?:\bto|\bnow|增至|减至|升至|降至|改为|改成|变为|变成|现为|至|到)\s*$/iu
const isFormer = /(?:\bfrom|\bformerly|\bpreviously|原为|原来是|由|从)\s*$/iu

/**
 * Why a sentence about a change cannot be shown as true; null if its quotations, figures, dates and names are in the
 * texts of the change. Unlike a sentence of a draft it may join several passages, as a change has two sides.
 */
export function judgeChange(sentence: string, texts: ChangeTexts): Strike | null {
  if (hasUnseen(sentence)) return { reason: 'hidden_characters', value: null }
  // A verb at the start has a capital, and names nothing.
  const text = plain(sentence).replace(openers, opener => opener.toLowerCase())
  const quotes = quotesOf(text)
  if (!quotes) return { reason: 'open_quote', value: null }
  const sides = { before: honest(texts.before), after: honest(texts.after) }
  const both = [...sides.before, ...sides.after]
  const hasHan = both.some(each => han.test(each))
  const anchors = anchorsOf(text, quotes)
  if (anchors.length === 0) return { reason: 'nothing', value: null }
  const isAlone = anchors.filter(({ kind }) => kind === 'number' || kind === 'date').length === 1
  for (const anchor of anchors) {
    const lead = text.slice(0, anchor.at)
    const strike = judgeAnchor(anchor, both, hasHan)
    if (strike) return strike
    if (anchor.kind !== 'number' && anchor.kind !== 'date') continue
    const side = isNew.test(lead) ? sides.after : isAlone && isFormer.test(lead) ? sides.before : both
    if (!hasNumber(anchor, side)) return { reason: 'order', value: anchor.text }
  }
  return null
}

const han = /\p{Script=Han}/u

/** Whether a sentence has Chinese words about texts without any: they could be any names. */
export const isUncompared = (sentence: string, { before, after }: ChangeTexts): boolean =>
  han.test(sentence) && ![...before, ...after].some(each => han.test(each))

/** Passages that give orders to assistants support nothing. */
const honest = (passages: readonly string[]) =>
  passages
    .map(plain)
    .filter(each => !orders.test(each))
    .flatMap(each => sentencesOf(each).map(({ start, end }) => each.slice(start, end)))

function judgeAnchor(anchor: Anchor, passages: readonly string[], hasHan: boolean): Strike | null {
  const { kind, text: value } = anchor
  if (kind === 'number' || kind === 'date') return hasNumber(anchor, passages) ? null : { reason: kind, value }
  if (kind === 'word' && isHan(value)) {
    // The words of another script cannot be compared: the reader compares them.
    if (!hasHan) return null
    const missing = value
      .replace(pieces, ' ')
      .split(/\s+/)
      .find(run => run !== '' && !passages.some(each => Array.isArray(piecesOf(run, each))))
    return missing === undefined ? null : { reason: 'word', value: missing }
  }
  if (kind === 'word') return null
  return passages.some(each => hasWhole(each, value, kind === 'name')) ? null : { reason: kind, value }
}

const hasNumber = (anchor: Extract<Anchor, { kind: 'number' | 'date' }>, passages: readonly string[]) =>
  passages.some(each => findNumbers(each).some(number => isSameValue(anchor, number, each)))

/** A name only as a whole word, in any case of letters. */
function hasWhole(passage: string, part: string, isName: boolean): boolean {
  const [inside, wanted] = isName ? [passage.toLowerCase(), part.toLowerCase()] : [passage, part]
  for (let at = inside.indexOf(wanted); at >= 0; at = inside.indexOf(wanted, at + 1)) {
    if (!isName || (!isLetter(inside[at - 1]) && !isLetter(inside[at + wanted.length]))) return true
  }
  return false
}

const isLetter = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{M}\p{N}]/u.test(sign) && !isHan(sign)

/** Numbers and dates of a text that are not in its source, in whatever notation. */
export function unfoundedNumbers(text: string, source: string): string[] {
  const inText = plain(text)
  const from = plain(source)
  return anchorsOf(inText, []).flatMap(anchor =>
    (anchor.kind === 'number' || anchor.kind === 'date') && !hasNumber(anchor, [from]) ? [anchor.text] : [],
  )
}
