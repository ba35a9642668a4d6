import * as icon from '#contract/icon.api.ts'
import { readWhole, receiveFile } from '#server/platform/files/files.ts'
import type { Bind } from '#server/platform/http/http.ts'
import { createIcon, pictureLimitBytes } from './icon.service.ts'

export function iconRoutes(bind: Bind): void {
  bind(icon.createIcon, async (ctx, _input, { request }) =>
    createIcon(ctx, await readWhole(await receiveFile(request, pictureLimitBytes))),
  )
}
