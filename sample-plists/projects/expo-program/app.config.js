module.exports = ({ config }) => ({
  ...config,
  scheme: process.env.PREVIEW ? 'contoso-post-preview' : config.scheme,
});
