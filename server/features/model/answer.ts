import * as z from 'zod/mini'
import type { ModelFault } from '#contract/model.api.ts'
import { mediaType, type PostResult } from '#server/platform/fetcher/fetch.ts'

/** The most bytes of an answer; whatever exceeds them is not read. */
export const answerBytes = 262_144

const Completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.nullish(z.string()) }) })).check(z.minLength(1)),
  usage: z.nullish(z.object({ prompt_tokens: z.nullish(z.number()), completion_tokens: z.nullish(z.number()) })),
})

export type Answer<T> = { data: T; tokens: number | undefined }
export type Refused = { fault: ModelFault; status?: number }

/** Reads a reply of the server. Everything in it is data of unknown quality, never an instruction. */
export function readAnswer<S extends z.ZodMiniType>(result: PostResult, schema: S): Answer<z.output<S>> | Refused {
  if (!result.ok) {
    if (result.reason === 'timeout' || result.reason === 'too_slow') return { fault: 'timeout' }
    return { fault: result.reason === 'refused_address' ? 'refused_address' : 'unreachable' }
  }
  const { status, headers, body } = result
  if (status >= 300 && status < 400) return { fault: 'redirect', status }
  if (status === 401 || status === 403) return { fault: 'key', status }
  if (status < 200 || status > 299) return { fault: 'status', status }
  if (!/^application\/(?:[\w.+-]+\+)?json$/.test(mediaType(headers['content-type']))) return { fault: 'content_type' }
  if (body.length >= answerBytes) return { fault: 'too_large' }
  const completion = Completion.safeParse(parseJson(body.toString('utf8')))
  if (!completion.success) return { fault: 'bad_answer' }
  const { choices, usage } = completion.data
  const data = firstObject(choices[0]?.message.content ?? '', schema)
  if (data === undefined) return { fault: 'bad_answer' }
  return { data, tokens: tokensOf(usage) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Sums that are no numbers of tokens count as absent. */
function tokensOf(usage: z.output<typeof Completion>['usage']): number | undefined {
  const total = (usage?.prompt_tokens ?? 0) + (usage?.completion_tokens ?? 0)
  return Number.isSafeInteger(total) && total > 0 ? total : undefined
}

/** Beginnings of objects that are tried in one answer. */
const mostTries = 50

/**
 * The first JSON object in a text that has the requested form. Models without a schema put words, or a fence of code,
 * around it.
 */
export function firstObject<S extends z.ZodMiniType>(text: string, schema: S): z.output<S> | undefined {
  let at = text.indexOf('{')
  for (let tried = 0; at >= 0 && tried < mostTries; tried += 1) {
    const end = endOfObject(text, at)
    const parsed = end === undefined ? undefined : schema.safeParse(parseJson(text.slice(at, end)))
    if (parsed?.success) return parsed.data
    at = text.indexOf('{', at + 1)
  }
  return undefined
}

/** The end of the object that begins at `start`; braces in its strings do not count. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0
  let isString = false
  for (let at = start; at < text.length; at += 1) {
    const sign = text[at]
    if (isString) {
      if (sign === '\\') at += 1
      else if (sign === '"') isString = false
    } else if (sign === '"') isString = true
    else if (sign === '{') depth += 1
    else if (sign === '}') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return undefined
}
