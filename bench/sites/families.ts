// The generated sites: one half to tune the rules on, and one that is only measured.
import type { Family } from './family.ts'
import { board } from './tuning/board.ts'
import { portal } from './tuning/portal.ts'
import { shell } from './tuning/shell.ts'
import { shop } from './tuning/shop.ts'
import { tables } from './tuning/tables.ts'
import { theme } from './tuning/theme.ts'

export const families: readonly Family[] = [...[tables, theme, shop, board, portal, shell]]
