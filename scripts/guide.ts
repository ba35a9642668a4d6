// Reads the Markdown of docs/guide: a small subset, so that a page is the same in the console and in a repository's
// viewer.
import { lexer, type Token, type Tokens } from 'marked'
import type { GuideNode, GuideTag } from '#web/features/guide/node.ts'

/** The nodes of a page. Throws if the text has Markdown that the guide does not use, HTML included. */
export function readGuide(markdown: string): GuideNode[] {
  return nodesOf(lexer(markdown))
}

function nodesOf(tokens: readonly Token[] | undefined): GuideNode[] {
  return (tokens ?? []).flatMap(nodeOf)
}

function nodeOf(token: Token): GuideNode[] {
  switch (token.type) {
    case 'space':
      return []
    case 'heading':
      if (token.depth > 3) throw new Error(`a heading of depth ${token.depth}: ${token.raw}`)
      return [element(`h${token.depth}` as GuideTag, token.tokens)]
    case 'paragraph':
      // A picture is a block of its own.
      return token.tokens?.length === 1 && token.tokens[0]?.type === 'image'
        ? nodesOf(token.tokens)
        : [element('p', token.tokens)]
    case 'list':
      return [
        {
          tag: token.ordered ? 'ol' : 'ul',
          children: (token as Tokens.List).items.map(item => element('li', item.tokens)),
        },
      ]
    case 'text':
      return token.tokens ? nodesOf(token.tokens) : [plain(token.text)]
    case 'escape':
      return [token.text]
    case 'strong':
      return [element('strong', token.tokens)]
    case 'em':
      return [element('em', token.tokens)]
    case 'code':
      return [{ tag: 'pre', children: [token.text] }]
    case 'codespan':
      // The guide writes nothing but keys in this form.
      return [{ tag: 'kbd', children: [plain(token.text)] }]
    case 'link': {
      const page = /^([a-z_]+)\.md$/.exec(token.href)?.[1]
      if (!page) throw new Error(`a link that leads to no page of the guide: ${token.raw}`)
      return [{ page, children: nodesOf(token.tokens) }]
    }
    case 'image': {
      const picture = /^\.\.\/img\/(?:zh|en)\/([a-z_]+)\.webp$/.exec(token.href)?.[1]
      if (!picture) throw new Error(`a picture outside of docs/guide/img: ${token.raw}`)
      return [{ picture, alt: plain(token.text) }]
    }
    default:
      throw new Error(`the guide does not use ${token.type}: ${token.raw}`)
  }
}

function element(tag: GuideTag, tokens: readonly Token[] | undefined): GuideNode {
  return { tag, children: nodesOf(tokens) }
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }

function plain(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, entity => entities[entity] ?? entity)
}
