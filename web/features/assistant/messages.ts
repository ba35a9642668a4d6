import type { StrikeReason } from '#contract/assistant.api.ts'
import { defineMessages, type Pair } from '#web/platform/i18n.ts'

export const assistantMessages = defineMessages({
  drafted: ['由助手起草（令牌“{token}”）', 'Drafted by an assistant (token “{token}”)'],
  draftedByModel: ['由模型“{token}”起草', 'Drafted by the model “{token}”'],
  allFound: [
    '每句话的引文、数字、日期和名称都在所引证据中找到；句意仍需您核对。',
    'Quotes, numbers, dates and names of every sentence were found in its evidence. The meaning is still yours to check.',
  ],
  someStruck: [
    '{count, plural, other {# 句话}}在所引证据中找不到依据，已划去。移除后才能发布。',
    '{count, plural, one {One sentence is} other {# sentences are}} struck, because the evidence does not support {count, plural, one {it} other {them}}. Remove {count, plural, one {it} other {them}} before you publish.',
  ],
  settle: ['移除划去的句子', 'Remove the struck sentences'],
  settled: ['已移除划去的句子', 'Struck sentences removed'],
  with: ['{reason}：{value}', '{reason}: {value}'],
})

export const strikeMessages = defineMessages({
  no_evidence: ['没有指明证据', 'names no evidence'],
  not_found: ['找不到所引证据', 'its evidence was not found'],
  hidden_characters: ['含有不可见字符', 'has invisible characters'],
  open_quote: ['引号不成对', 'a quotation mark has no partner'],
  quote: ['证据中没有这句引文', 'the quote is not in the evidence'],
  number: ['证据中没有这个数字', 'the number is not in the evidence'],
  date: ['证据中没有这个日期', 'the date is not in the evidence'],
  name: ['证据中没有这个名称', 'the name is not in the evidence'],
  word: ['证据中没有这个词', 'the word is not in the evidence'],
  order: ['与证据中的先后或对应关系不符', 'what belongs together differs from the evidence'],
  turned: ['否定或推测的语气与证据不符', 'a denial or doubt differs from the evidence'],
  instruction: ['依据是写给助手的指令', 'rests on orders to assistants'],
  nothing: ['没有可核对的内容', 'has nothing that evidence could confirm'],
} satisfies Record<StrikeReason, Pair>)
