// Closed lists of the guard: words that state nothing by themselves, and words that turn a statement round.

/** Latin words that may begin a sentence with a capital and name nothing. */
export const plainWords = new Set(
  (
    'a an the this that these those it its he she they we his her their our there here in on at by for from to of with ' +
    'after before since until during between among under over about as and but or so if when while where who which ' +
    'what how according following meanwhile however also later earlier today yesterday both each some all no not ' +
    'one two three is was were are be been has have had said says stated reported per via within into page pages ' +
    'source sources report reports text document file website site company'
  ).split(' '),
)

/** Chinese words that connect or report; the longest are tried first. */
export const chinesePlainWords = (
  '根据 据 按照 依据 显示 表示 指出 称 说 写道 提到 载明 公布 报道 消息 网页 页面 原文 文件 其中 并且 并 而且 以及 及 和 与 同 ' +
  '的 了 在 于 以 是 为 由 从 向 对 将 已 也 还 都 就 被 把 该 此 其 这 那 一 等 中 上 下 内 后 前 时 之 所 至 到 自 有 因 因此 ' +
  '同时 另外 此外 随后 当日 当天 共 约 达'
)
  .split(' ')
  .sort((a, b) => b.length - a.length)

/**
 * Words that deny or weaken a statement. A sentence must have some if its source has, and none otherwise: leaving one
 * out turns the meaning round.
 */
export const turns = {
  no: /\b(?:not|no|never|none|neither|nor|without|den(?:y|ies|ied|ying)|refus\w+|reject\w+|fals\w+|cannot)\b|n['’]t\b|没有|没能|并未|并非|尚未|未能|未经|从未|不是|否认|不会|不再|不得|拒绝|无权|不实|虚假/iu,
  maybe:
    /\b(?:[Aa]lleg\w+|[Rr]eportedly|[Ss]uspect\w+|may|might|could|would|plans?|[Pp]lanned|intend\w*|propos\w+|expect\w*|[Pp]ossibl[ey]|[Ll]ikely|[Ii]f)\b|涉嫌|可能|或将|拟|计划|预计|据传|传闻|疑似|如果|打算/u,
}

/** Passages that give orders to an assistant: they are no evidence of anything. */
export const orders =
  /\b(?:ignore|disregard|forget|override)\b[^.\n]{0,60}\b(?:instructions?|prompts?|rules?|above|previous)\b|\b(?:system|assistant|developer)\s*(?:prompt|message|:)|\byou are (?:an?|now|the)\b|\b(?:as an?|dear|attention,?) (?:ai|assistant|language model|llm)\b|\b(?:ai|assistants?|language models?|llms?)\b[^.\n]{0,40}\b(?:must|should|shall|are to|please|have to)\b|<\/?(?:system|instructions?|assistant)>|忽略[^。\n]{0,20}(?:指令|指示|提示|要求|规则)|(?:作为|身为)[^。\n]{0,6}(?:人工智能|AI|助手|语言模型)|(?:人工智能|AI|助手|语言模型)[^。\n]{0,12}(?:必须|应当|应该|务必|请)|系统(?:提示|指令|消息)|你现在是|请(?:在报告中)?写(?:道|明|成)/iu
