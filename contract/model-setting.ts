import { bilingual } from './bilingual.ts'

const group = 'model' as const
const integer = <const Default extends number>(value: Default, min: number, max: number) => ({
  kind: 'integer' as const,
  default: value,
  ...{ group, min, max },
})

/** The users of the console’s model. With `off`, no request leaves the console. */
export const modelUsers = {
  off: bilingual('关闭', 'Off'),
  admins: bilingual('仅管理员', 'Administrators only'),
  everyone: bilingual('所有用户', 'Everyone'),
} as const

/** The settings of the model: any server with `POST {address}/chat/completions`. Its key is stored separately. */
export const modelSettings = {
  model_use: {
    kind: 'choice',
    default: 'off',
    choices: modelUsers,
    group,
    label: bilingual('使用模型', 'Use a model'),
    help: bilingual(
      '开启后，用户可以让模型概括差异、翻译文字、起草事件和报告，每次都须由用户点击。用户可在个人信息页为自己关闭。关闭时不会发出任何请求。',
      'When this is on, users can let the model summarise differences, translate passages, and draft events and reports, each time by a button. Users can turn it off for themselves on their profile. When it is off, no request is sent.',
    ),
  },
  model_address: {
    kind: 'address',
    default: '',
    needs: [],
    group,
    label: bilingual('模型的地址', 'Address of the model'),
    help: bilingual(
      '兼容 OpenAI 的接口，到 /chat/completions 之前为止，如 http://127.0.0.1:11434/v1。本机和内网地址须列入 OG_OUTBOUND_ALLOW。所选的文字会发送到此地址。',
      'An interface of the form of OpenAI’s, up to /chat/completions, such as http://127.0.0.1:11434/v1. Addresses of this machine and of private networks must be in OG_OUTBOUND_ALLOW. The chosen texts are sent there.',
    ),
  },
  model_name: {
    kind: 'text',
    default: '',
    most: 100,
    group,
    label: bilingual('模型的名称', 'Name of the model'),
    help: bilingual(
      '与服务器上的名称一致，如 qwen3:8b。会显示在模型写出的每段文字旁。',
      'As the server names it, such as qwen3:8b. It is shown next to every text that the model wrote.',
    ),
  },
  model_requests: {
    ...integer(100, 1, 100_000),
    unit: bilingual('次', 'requests'),
    label: bilingual('每位用户每 24 小时的请求', 'Requests per user in 24 hours'),
    help: bilingual('失败的请求也计入。', 'Failed requests count too.'),
  },
  model_tokens: {
    ...integer(200_000, 1_000, 1_000_000_000),
    unit: bilingual('个 token', 'tokens'),
    label: bilingual('每位用户每 24 小时的 token', 'Tokens per user in 24 hours'),
    help: bilingual(
      '发送与收到的合计；服务器未报告时按字数估计。达到后不再发送，最后一次请求可能超出。',
      'Sent and received; estimated from the length if the server does not report them. The request that reaches the limit may exceed it.',
    ),
  },
  model_seconds: {
    ...integer(60, 5, 300),
    unit: bilingual('秒', 'seconds'),
    label: bilingual('每次请求的时限', 'Time for a request'),
    help: bilingual('超过后放弃。', 'After this time, the request is given up.'),
  },
  model_at_once: {
    ...integer(2, 1, 50),
    unit: bilingual('个', 'at a time'),
    label: bilingual('同时进行的请求', 'Requests at the same time'),
    help: bilingual('全部用户合计。', 'Of all users together.'),
  },
} as const
