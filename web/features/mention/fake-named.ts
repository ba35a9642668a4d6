import type { MentionedRecord } from '#contract/mention.api.ts'

/** A record named in a text, for tests. */
export function fakeNamed(
  values: Partial<MentionedRecord> & Pick<MentionedRecord, 'noun' | 'id' | 'name'>,
): MentionedRecord {
  return {
    certainty: 'certain',
    reasons: [],
    verdict: null,
    decided_by: null,
    decided_at: null,
    can_decide: false,
    about: { og: null, position: null, year: null, region: null, icon: null },
    ...values,
  }
}
