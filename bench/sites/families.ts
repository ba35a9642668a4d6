// The generated sites: one half to tune the rules on, and one that is only measured.
import type { Family } from './family.ts'
import { documents } from './held-out/documents.ts'
import { feed } from './held-out/feed.ts'
import { multilingual } from './held-out/languages.ts'
import { officeZh } from './held-out/office-zh.ts'
import { register } from './held-out/register.ts'
import { wiki } from './held-out/wiki.ts'
import { blog } from './tuning/blog.ts'
import { board } from './tuning/board.ts'
import { encyclopedia } from './tuning/encyclopedia.ts'
import { portal } from './tuning/portal.ts'
import { shell } from './tuning/shell.ts'
import { shop } from './tuning/shop.ts'
import { tables } from './tuning/tables.ts'
import { theme } from './tuning/theme.ts'

export const families: readonly Family[] = [
  ...[tables, theme, shop, board, portal, shell, blog, encyclopedia],
  ...[officeZh, register, wiki, documents, multilingual, feed],
]
