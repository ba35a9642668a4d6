import { zodResolver } from '@hookform/resolvers/zod'
import type { Resolver } from 'react-hook-form'
import type * as z from 'zod/mini'
import { issueMessage, type SchemaIssue } from '#contract/message.ts'
import { getLocale } from '#web/platform/locale.ts'
import type { ComparedValues } from './compare.ts'

/** Validates the form with the contract's schema, with the contract's messages in the chosen language. */
export function contractResolver(schema: z.ZodMiniType): Resolver<ComparedValues> {
  const judge = zodResolver(schema as z.ZodMiniType<ComparedValues, ComparedValues>, {
    error: issue => issueMessage(asLeftOut(issue as SchemaIssue), getLocale()),
  })
  return (values, ...rest) => (judge as Resolver<ComparedValues>)(withoutUntouched(values), ...rest)
}

/** Drops untouched custom fields: the form registers them as undefined, but the request must not contain them. */
function withoutUntouched({ custom, ...values }: ComparedValues): ComparedValues {
  if (typeof custom !== 'object' || custom === null) return custom === undefined ? values : { ...values, custom }
  return { ...values, custom: Object.fromEntries(Object.entries(custom).filter(([, value]) => value !== undefined)) }
}

/** An emptied field counts as missing, not as a wrong type. */
function asLeftOut(issue: SchemaIssue): SchemaIssue {
  return issue.input === null ? { ...issue, input: undefined } : issue
}
