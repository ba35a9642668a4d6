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
  return (values, ...rest) => (judge as Resolver<Values>)(withoutUntouched(values), ...rest)
}

/** A field of the team that the record has no value of is registered all the same, as undefined: it is not given at all. */
function withoutUntouched({ custom, ...values }: Values): Values {
  if (typeof custom !== 'object' || custom === null) return custom === undefined ? values : { ...values, custom }
  return { ...values, custom: Object.fromEntries(Object.entries(custom).filter(([, value]) => value !== undefined)) }
}

/** A field that was emptied is missing, not of the wrong type. */
function asLeftOut(issue: Issue): Issue {
  return issue.input === null ? { ...issue, input: undefined } : issue
}
