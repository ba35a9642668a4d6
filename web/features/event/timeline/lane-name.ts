import { displayName } from '#web/platform/display-name.ts'

type Lane = { name: string | null; eng_name?: string | null | undefined }

/** Undefined for the lane of the rest. */
export function laneNameOf(lane: Lane | undefined): string | undefined {
  return lane?.name ? displayName({ name: lane.name, eng_name: lane.eng_name }) : undefined
}
