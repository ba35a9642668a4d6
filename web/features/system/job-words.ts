import { useT } from '#web/platform/i18n.ts'
import { jobMessages } from './job-messages.ts'

type KnownJob = keyof (typeof jobMessages)['zh-CN']
const isKnownJob = (name: string): name is KnownJob => Object.hasOwn(jobMessages['zh-CN'], name)

/** The description of a job; a job of another version is shown by its name. */
export function useJobWord(): (name: string) => string {
  const t = useT(jobMessages)
  return name => (isKnownJob(name) ? t(name) : name)
}
