import type * as z from 'zod/mini'
import type { AuditEntity } from '#contract/audit.api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Call } from '#server/platform/http/calls.ts'

/** One call of a tool: performs operations of the contract, and fences texts that others wrote. */
export type ToolRun = {
  ctx: Ctx
  call: Call
  fence(source: string, text: string): string
}

export type ToolAnswer = {
  data: Record<string, unknown>
  /** The record that was read or written, for the audit log. */
  about?: { noun: AuditEntity; id: number }
}

export type Tool = {
  name: string
  title: string
  description: string
  input: z.ZodMiniObject
  /** A tool is offered only to roles and tokens that may use this endpoint. */
  endpoint: Endpoint
  isWrite: boolean
  run(run: ToolRun, input: never): Promise<ToolAnswer>
}

/** Types the input of `run` by the schema. */
export function tool<const S extends z.ZodMiniObject>(
  row: Omit<Tool, 'input' | 'run'> & { input: S; run(run: ToolRun, input: z.output<S>): Promise<ToolAnswer> },
): Tool {
  // The tools of the list have different inputs; each `run` receives only what its own schema has parsed.
  return row as unknown as Tool
}
