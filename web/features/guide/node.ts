/** A piece of a guide page: a text, an element, a link to another guide page, or a picture by its name. */
export type GuideNode =
  | string
  | { tag: GuideTag; children: GuideNode[] }
  | { page: string; children: GuideNode[] }
  | { picture: string; alt: string }
export type GuideTag = 'h1' | 'h2' | 'h3' | 'p' | 'ul' | 'ol' | 'li' | 'strong' | 'em' | 'kbd' | 'pre'

/** The guide in one language: the nodes of each page by its name. */
export type GuidePages = Record<string, GuideNode[]>
