import type { Received, Reply } from '#contract/endpoint.ts'
import {
  type PartyToScreen,
  type ScreeningFileField,
  screeningFileLimits,
  type screenParties as screenPartiesEndpoint,
} from '#contract/screening_file.api.ts'
import { engineOptions, listsNow, matchLists, readRule } from '#server/features/screening/screening.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { fieldError } from '#server/platform/http/errors.ts'
import { resultOf, uncomparedNotes } from './compare.ts'
import { faultOf, partyOfRow } from './plan.ts'
import { faultSentence, noteSentence, noteText } from './sentences.ts'

/** Screens names of a program, read and judged like the rows of a file. */
export async function screenParties(
  ctx: Ctx,
  { parties, list_ids = [], threshold }: Received<typeof screenPartiesEndpoint>['body'],
): Promise<Reply<typeof screenPartiesEndpoint>> {
  const lists = await listsNow(ctx, list_ids)
  if (lists.length === 0 || list_ids.some(id => !lists.some(list => list.id === id)))
    throw fieldError('list_ids', 'no_lists')
  const rule = await readRule(ctx)
  const wanted = threshold ?? rule.threshold
  const read = parties.map(readParty)
  const whole = read.filter(({ fault }) => fault === undefined)
  const answers = await matchLists(
    ctx,
    lists,
    whole.map(({ party }) => party),
    { cutoff: wanted / 100, limit: screeningFileLimits.hits, weights: engineOptions(rule).weights },
  )
  const answerOf = new Map(whole.map((row, place) => [row, answers[place]]))
  return {
    lists,
    threshold: wanted,
    results: read.map(row => {
      const found = answerOf.get(row)
      const notes = [...row.notes.map(noteText), ...uncomparedNotes(found ?? null)]
      return {
        name: row.name,
        result: found ? resultOf(rule, found.hits[0]) : ('wrong' as const),
        hits: (found?.hits ?? []).map(({ entry_id: _, ...hit }) => hit),
        hit_count: found?.count ?? 0,
        fault: row.fault === undefined ? null : faultSentence(row.fault, ctx.locale),
        notes: notes.map(note => noteSentence(note, ctx.locale)),
      }
    }),
  }
}

function readParty({ name, aliases = [], kind = 'any', dates = [], countries = [], numbers = [] }: PartyToScreen) {
  const given: [ScreeningFileField, string[]][] = [
    ['name', [name]],
    ['alias', aliases],
    ['date', dates],
    ['country', countries],
    ['number', numbers],
  ]
  const mapping = given.flatMap(([field, values]) => values.map(() => field))
  const row = partyOfRow(
    { mapping, kind },
    given.flatMap(([, values]) => values),
  )
  return { ...row, fault: faultOf(row.name) }
}
