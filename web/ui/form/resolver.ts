import { zodResolver } from '@hookform/resolvers/zod'
import type { Resolver } from 'react-hook-form'
import type * as z from 'zod/mini'
import { type Issue, issueMessage } from '#contract/message.ts'
import { getLocale } from '#web/platform/locale.ts'
import type { Values } from './compare.ts'

/** Validates the form with the contract's schema, with the contract's messages in the chosen language. */
export function contractResolver(schema: z.ZodMiniType): Resolver<Values> {
  const judge = zodResolver(schema as z.ZodMiniType<Values, Values>, {
    error: issue => issueMessage(asLeftOut(issue as Issue), getLocale()),
  })
  return (values, ...rest) => (judge as Resolver<Values>)(withoutUntouched(values), ...rest)
}

/** Drops untouched custom fields: the form registers them as undefined, but the request must not contain them. */
function withoutUntouched({ custom, ...values }: Values): Values {
  if (typeof custom !== 'object' || custom === null) return custom === undefined ? values : { ...values, custom }
  return { ...values, custom: Object.fromEntries(Object.entries(custom).filter(([, value]) => value !== undefined)) }
}

/** An emptied field counts as missing, not as a wrong type. */
function asLeftOut(issue: Issue): Issue {
  return issue.input === null ? { ...issue, input: undefined } : issue
}
