import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { locales } from './error.ts'
import { everyRole } from './role.ts'
import { Id } from './wire.ts'

const Colour = z.string().check(z.maxLength(7), z.regex(/^#[0-9a-fA-F]{6}$/))

/** Display settings of one list for one user. */
export const ListSetting = z.partial(
  z.strictObject({
    columns: z.array(z.string().check(z.maxLength(60))).check(z.maxLength(100)),
    widths: z.record(z.string().check(z.maxLength(60)), z.int().check(z.minimum(40), z.maximum(1200))),
    pinned: z.array(z.string().check(z.maxLength(60))).check(z.maxLength(20)),
    density: z.enum(['compact', 'middle', 'loose']),
    layout: z.enum(['table', 'card']),
    default_view: z.nullable(Id),
  }),
)
export type ListSetting = z.output<typeof ListSetting>

const shape = {
  theme: z.enum(['light', 'dark', 'system']),
  locale: z.enum(locales),
  navbar: z.boolean(),
  menu: z.boolean(),
  top_menu: z.boolean(),
  footer: z.boolean(),
  tab_bar: z.boolean(),
  menu_from_server: z.boolean(),
  menu_width: z.int().check(z.minimum(160), z.maximum(400)),
  menu_collapsed: z.boolean(),
  color_weak: z.boolean(),
  theme_color: Colour,
  /** Whether the dashboard shows the first steps that are open. */
  first_steps: z.boolean(),
  /** Whether the user may let the model work, if the administrators offer it. */
  model: z.boolean(),
  lists: z.record(z.string().check(z.maxLength(40)), ListSetting),
}

export const Setting = z.strictObject(shape)
export type Setting = z.output<typeof Setting>

/** The specification's defaults: theme light; navbar, menu and footer shown; #165DFF; menu 220 px wide. */
export const defaultSetting: Setting = {
  theme: 'light',
  locale: 'zh-CN',
  navbar: true,
  menu: true,
  top_menu: false,
  footer: true,
  tab_bar: false,
  menu_from_server: false,
  menu_width: 220,
  menu_collapsed: false,
  color_weak: false,
  theme_color: '#165DFF',
  first_steps: true,
  model: true,
  lists: {},
}

export const getSetting = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/setting',
  roles: everyRole,
  summary: 'One’s own settings; absent ones have their defaults',
  reply: z.partial(Setting),
})

export const updateSetting = endpoint({
  method: 'PUT',
  path: '/v1/setting',
  roles: everyRole,
  bound: 'write',
  summary: 'Change some of one’s own settings; `lists` is merged list by list',
  body: z.partial(Setting),
  reply: z.partial(Setting),
  errors: ['invalid', 'too_large'],
})
