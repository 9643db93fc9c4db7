const { schemeFor } = require('@contoso/schemes');

module.exports = ({ config }) => ({
  ...config,
  scheme: schemeFor(process.env.PREVIEW),
});
