import { frameName } from './extract-parts.ts'

/**
 * The part that the names of an element indicate: `frame` and `likely` surround the body, `aside` does if it leads
 * elsewhere, `body` is the body itself. Null: the names indicate nothing.
 */
export type Hint = 'frame' | 'likely' | 'aside' | 'body' | null

/** Whole names of parts around a body: classes and ids in lower case, with hyphens, without numbers and modifiers. */
const frameNames = new RegExp(
  `^(?:${[
    '(?:wp-|post-|article-|entry-|section-|block-)?(?:no)?comments?(?:s?-?(?:area|list|respond|form|section|wrapper|wrap|box|container|block|reply|title|template|count|link|policy))?',
    'commentlist|commentform|communitycomment\\w*|(?:comment-)?respond|reply-title|disqus\\w*|kommentare?(?:[-_]?\\w+)*|comentarios?|commentaires?|reacties|leserkommentare',
    '(?:[a-z]+-)*(?:sharing|sharedaddy|share(?:-?(?:bar|buttons?|links?|tools|box|icons?|block|wrapper|this))?|addtoany\\w*|social(?:-?(?:bar|media|links?|share|sharing|icons?|buttons?|networks?))?|socialmedia|socialicons?\\w*|teilen|compartir|follow-us)',
    '(?:[a-z]+-)*(?:newsletter|subscribe|subscription|abonnement|signup|sign-up|mailchimp)(?:-[a-z]+)*',
    '(?:[a-z]+-)*(?:cookies?|consent|gdpr|dsgvo)(?:-?(?:bar|banner|notice|layer|popup|box|info|hint|overlay|message|law-info\\w*))?',
    'modal|popup|pop-up|overlay|lightbox|toast|site-?footer|page-?footer|footer(?:-[a-z]+)*|[a-z]+-footer|foot|fuss|fusszeile|prefooter|page-prefooter',
    'breadcrumbs?(?:-[a-z]+)*|pathway|pagination|pager|post-?navigation|nav-?links|(?:single-?)?(?:prev-?next|next-?prev)(?:-\\w+)*|post-nav\\w*',
    '(?:[a-z]+-)*(?:author|autor|writer)-?(?:box|bio|info|card|block|description|descr|profile|about)(?:-\\w+)*|about-?author|author|(?:[a-z]+-)*post-author',
    'tags|tag-?(?:list|links|cloud)|post-?tags|entry-?tags|article-?tags|cat-links|entry-categories|post-?categories|entry-?meta|post-?meta|article-?meta|posted-on|entry-footer|post-footer|article-footer|byline',
    'adverts?|advertisement|advertising|ad|ads|ad-?(?:unit|container|slot|wrapper|box|block|banner|disclosure)(?:-\\w+)*|anzeige|werbung|sponsor(?:ed|s)?|publicidad|google-?ads?\\w*|adsense|proper-ad-\\w+|banner|promo(?:tion)?|cta|donation(?:-\\w+)*|support-us|buybox|[a-z]*-?buy-?box(?:-\\w+)*',
    'paywall|premium-?teaser|login|log-in|signin|sign-in|user-?login|search-?form|searchbox|searchform|toolbar|tools|article-?tools|print|printfriendly|rating|post-?ratings|voting|feedback|skip-links?|screen-reader-text|sr-only|visually-hidden|visuallyhidden|akismet\\w*|copyright|siteinfo|site-info|disclaimer|wprm-recipe-snippet|toc|toc_container|toc-container|table-of-contents|lwptoc\\w*',
    'sidebar(?:[-_]\\w+)*|[a-z]+-sidebar|marginal(?:spalte)?|rightcol(?:umn)?|right-column|context-column|widget-area|widgets?|textwidget',
    '(?:[a-z]+-)*(?:caption|credits?|legend[ae]?|copyright|bildunterschrift|imagedescription|img-metadata|photographer|image-?(?:source|info|text))(?:-[a-z]+)*|wp-caption-text',
    // Names of forums, and of sites in Chinese.
    'pls|authi|sign(?:ature)?s?|post-?profile|user-?info|toptb|dqwz|weizhi|position|location|crumbs?|(?:bd|b)share\\w*|jiathis\\w*|fenxiang|dayin|xg(?:yd|wz|lj|xw|tj)|tuijian|relevant|yqlj|youqing|friend-?links?|banquan|dibu|kefu|pinglun|cmts?|js-cmt|rich-media-(?:tool|area-extra)|js-pc-qr-code',
    '(?:[a-z]+-)*(?:paywall|payant|spenden?|donat\\w*|cta|call-to-action|user-info|user-action\\w*|signature|post-signature|post-?date|entry-?date|article-?date|byline|posted-?on|news-?letter\\w*)(?:-(?:box|container|section|wrapper|info|hint|teaser|banner|cta|headline|text))*',
  ].join('|')})$`,
)
/** Parts of names of what leads elsewhere. */
const sidebarNames = new RegExp(
  `(?:^|[-_])(?:${[
    'related\\w*|recommend\\w*|recommended|rec-posts|similar|verwandte\\w*|relacionad[ao]s?|empfehlung\\w*|suggest\\w*|readmore|read-more|read-also|see-also|more-?(?:articles?|news|posts?|links|stories|from|like)|morelinks|mehr-?\\w*|weitere\\w*|teasers?|teaserlist|trending|popular|most-?\\w+|top-?(?:news|stories|posts)|outbrain|taboola|plista|related_post|next-?(?:article|post)s?|previous|prev-post|next-post|up-?next|carousel|slider|swiper|promo\\w*|sponsor\\w*|author\\w*|autor\\w*|meta|aside|marginalia|sidebar\\w*|widget|product-?(?:teaser|box|card)s?|summary-item\\w*|footer\\w*|nav\\w*|navi|submenu|menu\\w*|subnav\\w*|mainnav\\w*|tags?|topics?|categories',
  ].join('|')})(?:$|[-_])`,
)
const bodyNames =
  /^(?:entry-?content|article-?body|article-?text|post-?content|article-?content|story-?body|body-?text|the-?content|post-?body|news-?text)$/

export function hintOf(name: string, attributes: Map<string, string>): Hint {
  if (name === 'form' || name === 'figcaption') return 'likely'
  if (attributes.size === 0 || name === 'body' || name === 'html' || name === 'main') return null
  if (attributes.get('itemprop') === 'articleBody') return 'body'
  let hint: Hint = null
  // The id of a heading is made from its words.
  const isHeading = /^h[1-6]$/.test(name)
  for (const text of [isHeading ? undefined : attributes.get('id'), attributes.get('class')]) {
    if (!text) continue
    for (const token of text.split(/\s+/)) {
      if (token.length < 2 || token.length > 40) continue
      const one = hintOfToken(token)
      if (one === 'body') return 'body'
      if (one === 'frame' || (one === 'likely' && hint !== 'frame') || hint === null) hint = one
    }
  }
  return hint
}

/** Pages repeat the names of their elements. */
const knownTokens = new Map<string, Hint>()
const mostTokens = 5_000

function hintOfToken(token: string): Hint {
  const known = knownTokens.get(token)
  if (known !== undefined) return known
  const hint = readToken(token)
  if (knownTokens.size >= mostTokens) knownTokens.clear()
  // A part of a string keeps the whole page in memory; a copy does not.
  knownTokens.set(Buffer.from(token).toString(), hint)
  return hint
}

function readToken(token: string): Hint {
  const plain = token
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/(?<=.)--.*$/, '')
    .replaceAll('_', '-')
    .replace(/-?\d+$/, '')
  if (/^(?:has|with|no|is|without|skip|tag|category|status|type|format|js|page-template|layout)-/.test(plain))
    return null
  if (bodyNames.test(plain)) return 'body'
  if (frameName.test(token)) return 'frame'
  if (frameNames.test(plain)) return 'likely'
  return sidebarNames.test(plain) ? 'aside' : null
}
