#!/bin/sh
# The app's key for the file service is a secret of the build server.
set -eu
/usr/libexec/PlistBuddy -c "Add :CFBundleURLTypes:1:CFBundleURLSchemes:0 string db-${FILE_SERVICE_KEY}" "$1"
