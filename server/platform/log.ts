import type { FastifyBaseLogger } from 'fastify'
import { type Logger, pino } from 'pino'
import type { Config } from './config.ts'

export type Log = Pick<FastifyBaseLogger, 'debug' | 'info' | 'warn' | 'error'>

/** Logs JSON lines to standard output, without passwords and tokens. */
export function openLog(config: Pick<Config, 'logLevel'>, name: string): Logger {
  return pino({
    name,
    level: config.logLevel,
    redact: ['req.headers.authorization', 'headers.authorization', '*.password', '*.old_password', '*.token'],
  })
}
