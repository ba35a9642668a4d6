import type { Named } from '#contract/mention.api.ts'

/** A record named in a text, for tests. */
export function fakeNamed(values: Partial<Named> & Pick<Named, 'noun' | 'id' | 'name'>): Named {
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
