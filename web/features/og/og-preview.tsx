import { useQuery } from '@tanstack/react-query'
import { getOg } from '#contract/og.api.ts'
import { endpointQuery } from '#web/platform/query.ts'
import { DangerLevelTag } from '#web/ui/danger-level.tsx'

/** Danger level and description. */
export default function OgPreview({ id }: { id: number }) {
  const { data: og } = useQuery(endpointQuery(getOg, { params: { id } }, { isBackground: true }))
  if (!og) return null
  return (
    <>
      {og.danger_level && <DangerLevelTag level={og.danger_level} />}
      {og.desc && <p className="quiet lines">{og.desc}</p>}
    </>
  )
}
