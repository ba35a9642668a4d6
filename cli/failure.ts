/** Exit codes; docs/operations.md lists them. */
export const exits = {
  ok: 0,
  failed: 1,
  usage: 2,
  refused: 3,
  missing: 4,
  network: 5,
  hits: 6,
  interrupted: 130,
} as const

export type FieldFault = { path: string; message: string }

/** A failure that ends the command with an exit code; its message is a sentence for the user. */
export class Failure extends Error {
  readonly exit: number
  readonly status: number | undefined
  readonly faults: readonly FieldFault[]

  constructor(
    exit: number,
    message: string,
    { status, faults = [], cause }: { status?: number; faults?: readonly FieldFault[]; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.exit = exit
    this.status = status
    this.faults = faults
  }
}
