import { tryWordChange } from '#contract/word.api.ts'
import { type CallInput, call } from '#web/platform/api.ts'
import { SettingTrial } from '#web/ui/trial/setting-trial.tsx'

export type WordChange = CallInput<typeof tryWordChange>['body']

const send = (body: WordChange) => call(tryWordChange, { body }, { isBackground: true })

/** Tries a change of the words on stored rounds of all readable sites. `change`: null while it cannot be sent. */
export function WordChangeTrial({ change }: { change: WordChange | null }) {
  return <SettingTrial change={change} send={send} />
}
