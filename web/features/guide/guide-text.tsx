import { Fragment, type ReactNode } from 'react'
import css from './guide.module.css'
import type { GuideNode } from './node.ts'

type Props = {
  nodes: readonly GuideNode[]
  pictures: Readonly<Record<string, string>>
  /** A link to another page of the guide. */
  link: (page: string, children: ReactNode) => ReactNode
}

/** Renders a page of the guide. */
export function GuideText({ nodes, pictures, link }: Props) {
  return nodes.map((node, at) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the nodes of a page never change their order.
    return <Fragment key={at}>{viewOf(node)}</Fragment>
  })

  function viewOf(node: GuideNode): ReactNode {
    if (typeof node === 'string') return node
    if ('picture' in node) {
      const address = pictures[node.picture]
      return address && <img className={css.picture} src={address} alt={node.alt} width={960} height={600} />
    }
    const children = <GuideText nodes={node.children} pictures={pictures} link={link} />
    if ('page' in node) return link(node.page, children)
    const { tag: Tag } = node
    return <Tag>{children}</Tag>
  }
}
