/** The files that borders are made of, apart from the code that draws them: whoever will show a map asks for them ahead. */
export const loadBorderFiles = () =>
  Promise.all([
    import('world-atlas/countries-110m.json', { with: { type: 'json' } }).then(file => file.default),
    import('i18n-iso-countries').then(module => module.default.numericToAlpha2),
  ])
