/** The files of the borders, separate from the code that draws them, so that pages with a map can preload them. */
export const loadBorderFiles = () =>
  Promise.all([
    import('world-atlas/countries-110m.json', { with: { type: 'json' } }).then(file => file.default),
    import('i18n-iso-countries').then(module => module.default.numericToAlpha2),
  ])
