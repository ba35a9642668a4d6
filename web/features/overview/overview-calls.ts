import { ogOverview, personOverview, visitOg, visitPerson } from '#contract/overview.api.ts'

/** The overview's endpoints by entity. */
export const overviewCalls = {
  og: { get: ogOverview, visit: visitOg },
  person: { get: personOverview, visit: visitPerson },
}
