import { zodResolver } from '@hookform/resolvers/zod'
import type { Resolver } from 'react-hook-form'
import type * as z from 'zod/mini'
import { type Issue, issueMessage } from '#contract/message.ts'
import { getLocale } from '#web/platform/locale.ts'
import type { Values } from './compare.ts'

/** The contract's schema as the form's judge, saying the contract's sentences in the chosen language. */
export function contractResolver(schema: z.ZodMiniType): Resolver<Values> {
  const judge = zodResolver(schema as z.ZodMiniType<Values, Values>, {
    error: issue => issueMessage(asLeftOut(issue as Issue), getLocale()),
  })
  return judge as Resolver<Values>
}

/** A field that was emptied is missing, not of the wrong type. */
function asLeftOut(issue: Issue): Issue {
  return issue.input === null ? { ...issue, input: undefined } : issue
}
