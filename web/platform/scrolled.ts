let isScrolled = false

window.addEventListener('scroll', () => (isScrolled = true), { once: true, capture: true, passive: true })

/**
 * False until anything was scrolled: the window is at its top, and nothing has to be scrolled there. Reading or setting
 * a position computes the layout of the whole page at once, often several times before it is first shown.
 */
export const hasScrolled = () => isScrolled
